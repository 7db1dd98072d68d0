"""The game record (RECORD.md): games as text.

In: the text of a record, or the events of a game. Out: a state, the JSON of RECORD.md, sentences about every line, or
the text. `header` and `notation` parse a text into `actions`, `replay` plays them, `adjudication` reports the result,
`narration` words it, `writer` writes a record. Read `adjudication`, `replay` and `notation` first.
"""

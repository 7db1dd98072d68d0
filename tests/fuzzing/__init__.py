"""Feeds mutated files and words to whatever reads what people give it; nothing may raise, hang or grow.

`python -m tests.fuzzing KIND --count N --seed S` tries one kind and prints what was found, the slowest case and the
memory; it ends with 1 if a case raised an error that nobody expected or took too long, or if memory grew by 512 MB.
The suite tries a few dozen of each kind. `python -m tests.fuzzing.coverage_guided PARSER` lets atheris look for inputs
that take new branches of a parser.
"""

"""The game record (RECORD.md): its notation, writer, replay, adjudication and narration."""

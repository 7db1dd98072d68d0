"""Running a table: what people do and what the eye reads, turned into a game that goes on."""

"""The presenter: turns what the table is busy with into the scene that the screen draws."""

"""The journal: every event of every game in an SQLite database, and what is read back from it. See README.md."""

"""The journal: every event of every game in an SQLite database, and reading it back. See README.md."""

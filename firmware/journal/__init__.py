"""The journal: every event of every game in an SQLite database, and what is read back from it.

In go the events of a game and what people do between them (`session`), each row in the database before anybody sees
its effect; readings that must stay secret go into a table of their own (`seal`, the vault). Out come games: the
session that goes on after a power failure, and past games for lists, exports, checks and statistics. Both are folded
from the same rows (`contents`).

Read first: `database.py` (what is kept, and the promises about it), `contents.py`, `session.py`.
"""

"""The journal on disk: the SQLite file, its lock, migrations, and what is salvaged from a damaged file.

In: rows to append. Out: the rows that are on disk, in memory too, so that a removed or damaged file costs nothing.

Read first: `journal_files.py`, `database_opening.py`, `salvage.py`.
"""

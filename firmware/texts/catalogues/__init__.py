"""The tool for developers and translators that maintains the gettext catalogues; needs Babel, and is not shipped.

In: the source of the program and the translations so far. Out: `meierbox.pot`, and the `.po` and `.mo` files of every
language. Read first: `__main__` (the command line), `extraction` (finds the texts in the program), `po_files` (reads
and writes catalogues).
"""

"""The tool with which developers and translators keep the gettext catalogues; it needs Babel and is in no wheel.

`extraction` finds the texts in the program, `po_files` reads and writes catalogues, `__main__` is the command line.
"""

"""Runs a table: rules, journal, table, menus, texts, main loop and command line.

In: what people do, what the camera read, the command line. Out: events in the journal, scenes, records, exit codes.
README.md says what each folder is for and what to read first.
"""

"""The carrier board in KiCad, and the programs that check it and make what a manufacturer needs.

In: the KiCad project in this folder and the table of pins. Out: reports of the rule checks, Gerbers, drill files, a
bill of materials. Start with README.md, `board_file` and `fabricate`.
"""

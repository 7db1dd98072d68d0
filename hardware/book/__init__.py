"""The build book: how to make the box itself, and the programs that compute and draw what the book says.

In: the measurements in `sizes` and the table of pins. Out: the tables and drawings in the book's Markdown files, which
`python -m hardware.book.pages` renews. Start with README.md, `sizes` and `pages`.
"""

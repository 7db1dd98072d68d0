"""A past game as files: a table (CSV), and a page of HTML with plots.

In: a `PastGame`, and what is known about its dice. Out: text. The page is self-contained, without scripts or network
access, and follows the reader's dark or light mode. It shows only revealed dice.

Read first: `page.py` (the page), `plots.py` (its plots, as SVG), `round_table.py` (a line for every judged round).
"""

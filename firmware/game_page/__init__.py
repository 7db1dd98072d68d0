"""A past game as files: a table (CSV), and a page of HTML with plots.

In: a `PastGame`, and what is known about its dice. Out: text. The page needs no other file, no script and no network,
and follows the reader's dark or light mode. Only revealed dice are in it. Read first: `page.py` (the page), `plots.py`
(its plots, as SVG), `round_table.py` (a line for every judged round).

Read first: `page.py` (the page), `plots.py` (its plots, as SVG), `round_table.py` (a line for every judged round).
"""

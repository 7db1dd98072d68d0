"""A past game as files for other programs and for people: a table (CSV), and one page of HTML with plots.

In: a `PastGame`, and what is known of its dice. Out: text. The page needs no other file, no script and no network; it
is dark or light as the reader's computer is. Nothing that was not revealed is in it.

Read first: `page.py` (the page), `plots.py` (its plots, as SVG), `round_table.py` (a line for every judged round).
"""

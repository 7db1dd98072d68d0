"""Typesets a page for paper: A4 upright at 150 dots an inch, legible in black and white.

In: a `Document`, a frozen description of what stands on the page. Out: a `PrintedPage`, as pixels or a PNG file. A page
is set in the largest letters at which everything fits.

Read first: `description` (what a page can hold), `typesetter` (how it is laid out), `text_blocks` (how a part is set).
"""

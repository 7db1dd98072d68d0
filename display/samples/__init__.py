"""Sample scenes, and programs that draw them; no other part of the display uses them.

`python -m display.samples.gallery DIR` saves a picture of every sample, `python -m display.samples.draw_times` measures
how long they take. `contact_sheet` saves screens and combines them on sheets; `meierbox tour` uses it.

In: nothing, or a folder to write to. Out: scenes, pictures and sheets of them, figures.

Read first: `all_scenes.py`, `gallery.py`, `contact_sheet.py`.
"""

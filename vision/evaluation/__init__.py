"""How well the reader reads: the splits of the labelled pictures, and what is measured on them.

In: folders of labelled pictures (`vision.labelled`). Out: `splits.csv`, tables. Read `splits.py` first.
"""

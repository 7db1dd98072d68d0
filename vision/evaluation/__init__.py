"""How well the reader reads: the splits of the labelled pictures, and what is measured on them.

In: folders of labelled pictures (`vision.evaluation.labelled`). Out: `splits.csv`, tables. Read first: `splits.py`
(which picture is for training, for development, for the final count), `goals.py` (what is to be reached),
`ablation.py` (what each part of the reader contributes).
"""

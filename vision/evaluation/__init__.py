"""Evaluates the reader: the splits of the labelled pictures, and the metrics on them.

In: folders of labelled pictures (`vision.evaluation.labelled`). Out: `splits.csv`, tables. Read first: `splits.py`
(training, development and test part), `goals.py` (the goals for accuracy), `ablation.py` (the contribution of each part
of the reader).
"""

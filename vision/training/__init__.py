"""Trains the reader's networks; for development only, and in no wheel. Needs PyTorch.

In: drawn scenes with the truth for every pixel, and labelled photographs that are not held out. Out: the networks in
`vision/models/`, as ONNX and as PyTorch weights. Read first: `scenes.py` (drawn dice), `network.py` (the networks),
`train.py` (a run of the finder).
"""

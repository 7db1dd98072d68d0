"""Trains the reader's networks; for development only, and in no wheel. Needs PyTorch.

In: a configuration (`networks.toml`), and labelled pictures of the training part. Out: the networks, as ONNX and as
PyTorch weights, and a page about them. Read first: README.md, `train.py` (the stages), `scenes.py` (drawn dice).
"""

"""Trains the reader's networks. For development only, not part of the wheel; needs PyTorch.

In: a configuration (`networks.toml`) and the labelled pictures of the training part. Out: the networks as ONNX and as
PyTorch weights, and a model card. Read first: README.md, `train.py` (the stages), `scenes.py` (drawn scenes).
"""

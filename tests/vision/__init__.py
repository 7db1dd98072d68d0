"""Tests of `vision/`: labelled photographs, drawings and properties.

Fixtures: `drawing` (plain drawings of dice), `seen` (detections made by hand). Tools: `troubled`, `unseen`.
"""

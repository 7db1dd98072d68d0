"""The dice reader: frames of a throw in (H×W×3, BGR), a `Reading` out: the faces, or a reason for abstaining.

Read first: `reader.py` (from frames to a reading), `decision.py` (whether to tell it), `calibration.py` (evidence to
probabilities). README.md explains the method, and says how accurate it is.
"""

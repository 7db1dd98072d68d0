"""The dice reader: one frame in (H×W×3, BGR), a `Reading` out: the faces, or a reason for abstaining.

Read first: `reading.py` (the result), `reader.py` (from a frame to a reading), `looks.py` (how a frame is looked at).
README.md explains the method, and says how accurate it is.
"""

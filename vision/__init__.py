"""The dice reader: frames of one throw in, a `Reading` out.

In: frames (H×W×3, BGR), and what is known about camera and dice. Out: the faces with their probability, or a reason for
abstaining. README.md explains the method and its accuracy.

Read first: `reader.py` (from frames to a reading), `decision.py` (whether a reading is certain enough),
`probability.py` (from evidence to probabilities).
"""

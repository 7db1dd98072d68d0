"""Training of the eye's networks: drawn scenes, the networks, the runs that make `vision/model/`. Development only."""

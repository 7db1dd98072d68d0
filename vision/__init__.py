"""The eye: one frame in, a `Reading` out."""

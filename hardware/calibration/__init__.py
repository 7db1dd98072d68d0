"""What is measured of a camera in its box once, and kept: light, focus, the floor in the picture, the scale."""

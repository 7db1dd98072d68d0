"""The screen: a frozen description of a scene in, pixels out."""

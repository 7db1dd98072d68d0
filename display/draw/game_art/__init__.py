"""A picture for every game, drawn by the program: what it feels like, before a word is read.

In: a `DrawingContext`, the name of a picture and a size in pixels. Out: a surface.
Read first: `game_pictures.py`, `easel.py`.
"""

"""Cameras without a camera: a simulated box, which draws what its camera would see, and a folder of photographs.

Both bring dice of their own. `shake` throws them, `bring_dice` brings a hand of them under the camera again; which
throw that is follows from the seed and from `remembered_throws`, a small file in the state directory, so that the
dice lie as they lay after a restart. The game does not know: its orders name rolls and hands, and a camera over real
dice ignores what it cannot use.

In: a seed, a set of dice, or a folder. Out: `Frame`s, the picture under the flap, and the faces that really lie there.

Read first: `simulated_box.py`, `remembered_throws.py`, `simulated_throws.py` (how dice come to lie); `render.py`,
`box_inside.py` and `textures.py` draw them.
"""

"""Drawing primitives: theme, lettering, textures, ornaments, icons and dice.

In: a `DrawingContext` (screen size, theme, fonts, cache) and sizes in pixels. Out: pygame surfaces, or something drawn
on a `Canvas`, which records what was put where. Nothing here knows a scene.

Read first: `drawing_context.py`, `canvas.py`, `theme.py`.
"""

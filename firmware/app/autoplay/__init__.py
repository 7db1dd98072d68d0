"""Scripted players: the demo that plays by itself, and the tour that visits every screen.

In: a box. Out: presses as people make them (`player.Player`), or scenes by name (`tour_route.Route`). `meierbox
demo` and `meierbox tour` use them. Read first: player.py, tour_route.py, tour_camera.py.
"""

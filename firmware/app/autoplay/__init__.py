"""Scripted players: the demo, which plays by itself, and the tour, which visits every screen.

In: a box. Out: presses like people's (`player.Player`), or scenes by name (`tour_route.Route`). Used by `meierbox demo`
and `meierbox tour`. Read first: player.py, tour_route.py, tour_camera.py.
"""

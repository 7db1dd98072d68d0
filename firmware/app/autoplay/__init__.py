"""Scripted players: the demo, which plays by itself, and the tour, which visits every screen.

In: a box. Out: presses like people's (`demo_player.DemoPlayer`), or scenes by name (`tour_route.Route`).

Used by `meierbox demo` and `meierbox tour`. Read first: `demo_player.py`, `tour_route.py`, `tour_camera.py`.
"""

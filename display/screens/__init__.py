"""One module a kind of screen; each composes a picture from a scene."""

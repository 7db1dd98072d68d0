"""Sound: which cue a change of scene gives, how cues are forged, and the speaker that plays them."""

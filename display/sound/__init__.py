"""Sound: which sounds and words a change of scene gives, and playing them when they are due.

In: the scenes, one after the other. Out: sounds through SDL's mixer (`CuePlayer`, `MixerSpeaker`), and the sentences
that a voice is to speak (`words`). `synthesizer` generated the WAV files in `wav/`.

Read first: `cues.py`, `cue_player.py`, `speaker.py`.
"""

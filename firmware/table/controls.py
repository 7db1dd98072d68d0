"""The names of the four controls of the box."""

CLAIM, REVEAL, CHALLENGE, DIAL = "claim", "reveal", "challenge", "dial"
CONTROLS = (CLAIM, REVEAL, CHALLENGE, DIAL)

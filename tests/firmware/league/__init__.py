"""Tests of `firmware/league/`; `broker` runs a real Mosquitto. Tool: `load`."""

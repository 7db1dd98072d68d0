"""Tests of `firmware/commands/`; `terminal` runs a command and returns exit code, output and errors."""

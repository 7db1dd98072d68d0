"""Tests of the launcher `meierbox`, which runs for real in a `launcher_folder` with a `fake_python`."""

"""The workbench: people and camera led through calibrating it, and through blessing dice."""

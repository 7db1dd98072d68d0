"""Tests of `hardware/desk/`: USB camera, keyboard, mouse, touch, gamepad, speech."""

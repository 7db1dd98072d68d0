"""Devices of a desk: keyboard, mouse, finger, game controller, USB camera and voice."""

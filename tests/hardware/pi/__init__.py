"""Tests of `hardware/pi/`: GPIO and camera.

Fakes: `fake_picamera2` (keeps picamera2's documented contract), `mock_pins` (gpiozero's mock pins with a test's clock).
"""

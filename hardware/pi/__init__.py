"""The Raspberry Pi: its camera through picamera2, its buttons, dial, lid, lamp and lights through gpiozero."""

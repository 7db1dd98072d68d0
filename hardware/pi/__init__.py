"""The Raspberry Pi: its camera through picamera2; its buttons, dial, lid, lamp and lights through gpiozero.

In: frames and metadata of libcamera, edges of pins. Out: the frames and messages of `hardware.ports`. Start with
`pins` (the table of what is wired where), `gpio_controls` and `camera`.
"""

"""An SD card that sets itself up: the folder for its boot partition, and what runs from there at the first start.

In: a release bundle, Debian packages, and the owner's choices (Wi-Fi, SSH, size of the journal's partition). Out: a
folder to copy to the boot partition of a freshly flashed Raspberry Pi OS Lite; then, on the Pi, a box.

Read first: `folder.py` (what lies in the folder), `boot_files.py` (the files that the system itself reads), `setup.py`
(the steps of the first start, each with a stamp, so that the next start goes on after a power cut). On the Pi all of
this runs from the bundle itself, with the system's Python and nothing but its standard library.
"""

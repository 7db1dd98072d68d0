"""Starts the command line: `python -m firmware`."""

import sys

from firmware.commands import main

sys.exit(main())

"""Tests of `firmware/texts/`: catalogues and rendering; `parsed_modules` holds all modules, parsed once."""

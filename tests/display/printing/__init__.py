"""Tests of `display/printing/`; `layout_checks` holds what is true of every printed page."""

"""Runs a table: rules, adjudicator, journal, loop and command line."""

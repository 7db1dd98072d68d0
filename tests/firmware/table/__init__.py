"""Tests of `firmware/table/`: each game at the table, from presses and readings to events and notices."""

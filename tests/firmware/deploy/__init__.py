"""Tests of `firmware/deploy/`: install, update, rollback.

Fixtures: `installed_box` (an installed release on a fake system), `power_cuts` (a cut at every instant of an update).
"""

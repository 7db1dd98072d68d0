"""The ports of the box (camera, controls, lamp, lid, power) and their adapters."""

"""The ports of the box (camera, controls, lamp, lid, power) and their adapters; README.md says where to start."""

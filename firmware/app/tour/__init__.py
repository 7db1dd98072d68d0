"""The tour: every screen of the box, as a table comes by it in an evening."""

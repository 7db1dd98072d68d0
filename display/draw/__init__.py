"""Drawing: the theme, letters, wood, knotwork, dice and other pieces, on surfaces of any size."""

"""Sample scenes, and the programs that draw them: a gallery, contact sheets, drawing times."""

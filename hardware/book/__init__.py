"""The build book: how the box itself is made, and the programs that compute and draw what the book says."""

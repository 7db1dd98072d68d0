"""Games for two, solved; README.md has the methods and the results."""

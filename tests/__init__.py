"""All tests, in the folder of what they test; PROMISES.md says what proves each promise."""

"""Tests of `hardware/book/`: the build book agrees with its parts. Tool: `clashes`."""

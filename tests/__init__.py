"""What the project is held by: tests for pytest, and lanes, each a program of its own."""

SKIPPED = 77
"""What a lane ends with that this machine can't run, as in automake: no failure, and no pass either."""

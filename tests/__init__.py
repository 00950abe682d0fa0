"""The project's tests: some for pytest, and lanes, each its own program."""

SKIPPED = 77
"""Exit code of a lane that this machine can't run, as in automake: neither a failure nor a pass."""

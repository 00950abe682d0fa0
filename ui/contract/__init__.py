"""The tests that every game must pass, built-in or from a package: `pytest --companion-game=NAME`."""

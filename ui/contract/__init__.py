"""What every game must keep, its own or a package's, as tests: `pytest --companion-game=NAME`."""

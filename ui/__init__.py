"""Every face of the referee: the touchscreen and the command line, and all English sentences."""

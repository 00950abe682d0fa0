"""Buttons and lamps on the machine's own pins: a gpiozero pin factory on libgpiod, and a bank."""

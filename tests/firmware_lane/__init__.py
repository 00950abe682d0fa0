"""The firmware on real MicroPython and, where its two images are available, on an emulated chip."""

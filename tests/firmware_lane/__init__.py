"""The firmware on real MicroPython and, where its two images are to be had, on an emulated chip."""

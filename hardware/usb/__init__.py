"""Buttons on USB and Bluetooth pads: Linux input devices, whole reports, and the bank on top of them."""

"""Buttons on USB and Bluetooth pads: Linux input devices, their reports, and the bank built on them."""

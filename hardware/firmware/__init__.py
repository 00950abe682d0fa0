"""The serial grab board: what runs on it (MicroPython on a Raspberry Pi Pico), and the codec of both ends."""

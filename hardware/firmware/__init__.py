"""The grab board: its program (MicroPython on a Raspberry Pi Pico), and the codec for both ends."""

"""The Raspberry Pi's 40-pin header among GPIO chips."""

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chips that drive it: Pi 5, Pi 4, and all before."""

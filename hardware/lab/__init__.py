"""The timing laboratory: makes presses a known time apart, and measures what a pad makes of them."""

"""The timing laboratory: known separations in, and what a pad makes of them out."""

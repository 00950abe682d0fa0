"""Screens as values: the parts there are, their layout, and the one widget that shows them."""

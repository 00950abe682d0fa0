"""Screens as values: what parts there are, where they lie, and the one widget that shows them."""

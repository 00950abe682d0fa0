"""Buttons on grab boards: ports, links, clocks, and the bank on top of them."""

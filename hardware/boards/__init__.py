"""Buttons on grab boards: ports, links, clocks, and the bank built on them."""

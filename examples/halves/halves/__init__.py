"""Halves: two halves make a whole, and the first hand takes the pile."""

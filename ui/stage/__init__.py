"""Scenes and art as values, and the engines that draw them."""

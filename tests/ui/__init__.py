"""The real app, driven without a screen."""

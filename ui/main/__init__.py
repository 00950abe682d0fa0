"""The app: its start, its frame, and the ways from one screen to the next."""

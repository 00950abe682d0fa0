"""The app: what it opens at its start, the frame, and the ways from one screen to the next."""

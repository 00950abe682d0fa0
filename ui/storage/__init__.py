"""What outlasts a match: the saver thread, copies, worker processes, habits, and data for the start."""

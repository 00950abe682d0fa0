"""What outlasts a match: the one writer, copies, places on the disk, habits, and what is new."""

"""What phones may see of a match: the table's side (`feed`), and a program of its own that shows it."""

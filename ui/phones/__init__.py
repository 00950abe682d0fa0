"""What phones may see of a match: the table's side (`feed`), and a separate program that shows it."""

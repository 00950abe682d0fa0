"""A made-up sixth game: what it takes to bring one to the screen."""

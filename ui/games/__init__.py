"""What each game adds to the screen: a presenter (pure) and a board (one canvas)."""

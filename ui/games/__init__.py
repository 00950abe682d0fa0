"""What each game brings to the screen: a presenter (pure) and a board (one canvas)."""

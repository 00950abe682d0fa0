"""Decks as data files: symbols, colours and how many arrow cards there are."""

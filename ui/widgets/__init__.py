"""The parts that screens are made of; each knows its words and looks, none knows the rules."""

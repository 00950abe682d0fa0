"""What a dedicated machine needs: start, screen, power, USB sticks, updates and shutdown."""

"""The grab pad as the app has it, real or simulated, and how buttons are learned."""

"""The grab pad as the app uses it, real or simulated, and how it learns which button is which."""

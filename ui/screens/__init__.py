"""The screens of the touchscreen app."""

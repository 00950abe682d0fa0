"""The screens of the touchscreen app, in the order in which they are met."""

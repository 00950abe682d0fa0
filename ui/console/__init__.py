"""The commands of the command line, one per module; `ui.cli` only parses options."""

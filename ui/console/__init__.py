"""The command line's work, one command a file; `ui.cli` only reads options."""

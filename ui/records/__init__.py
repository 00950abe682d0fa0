"""The record book on the screen and on the command line: its pages, sentences and pictures."""

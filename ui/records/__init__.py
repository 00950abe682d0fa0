"""The record book for the screen and the command line: its pages, sentences and pictures."""

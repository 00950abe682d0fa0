"""A match as the screen and the command line know it, without a window: words, sentences, news of buttons."""

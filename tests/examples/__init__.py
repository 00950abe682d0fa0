"""The examples, as those who copy them meet them."""

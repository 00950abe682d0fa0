"""What is seen as a value: scenes and art, and the engines that draw them."""

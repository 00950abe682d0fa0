"""What is heard: short sounds made by the program, and a voice."""

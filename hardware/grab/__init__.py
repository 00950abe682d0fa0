"""What a grab is: edges become contacts, contacts a verdict. Pure, but for the alarm's thread."""

"""One decision of one box: the value of each option, and advice."""

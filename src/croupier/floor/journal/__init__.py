"""What is written down for good: the words of the journal, and how older words are read."""

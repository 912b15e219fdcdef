"""Acts in words: in the vocabulary of round files, with what followed and what would follow."""

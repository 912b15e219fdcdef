"""The permanent record: the vocabulary of the journal, and how entries of older versions are read."""

"""Acts in words: as round files say them, what followed, what would follow."""

"""What all rooms use: results, settlement as a table, arrays of ranks, what is kept for the next process."""

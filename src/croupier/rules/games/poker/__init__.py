"""No-limit hold'em for cash with rake: a table that lives over many rounds."""

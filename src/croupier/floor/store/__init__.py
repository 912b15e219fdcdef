"""Where the journal lies: what is committed here was, and nothing else was."""

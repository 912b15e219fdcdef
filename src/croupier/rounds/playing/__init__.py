"""An evening at a table in the terminal."""

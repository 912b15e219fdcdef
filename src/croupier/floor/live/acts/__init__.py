"""What people do at a table, and what comes of it."""

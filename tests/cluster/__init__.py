"""Real processes of one house on a real PostgreSQL server: killed, frozen, cut off, and whatever else goes wrong."""

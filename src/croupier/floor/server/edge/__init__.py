"""What a request meets before a handler does: addresses, limits, reading, errors."""

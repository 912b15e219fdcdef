"""What an operator does to a store whose server is stopped."""

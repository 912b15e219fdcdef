"""The store: where the journal is durable. What it has committed happened, and nothing else did."""

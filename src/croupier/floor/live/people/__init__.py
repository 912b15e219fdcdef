"""Who works and plays here, and what they owe."""

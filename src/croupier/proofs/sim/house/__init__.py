"""Random evenings at the house-banked tables, and a referee that shares no code with the engine."""

"""What the floor knows: tables, the two families of games, the decided and the shown state, and its streams."""

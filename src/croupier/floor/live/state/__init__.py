"""What the floor knows: tables and families of games, the state that is decided and shown, its streams."""

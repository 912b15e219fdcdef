"""The edge of the floor: HTTP, the live socket, people and their sessions, limits. It decides nothing about a game."""

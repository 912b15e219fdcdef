"""The coach and the drills."""

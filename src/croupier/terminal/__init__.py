"""Tables told and played in plain text: sentences, their layout, a meter's readings, and a seat at a house game."""

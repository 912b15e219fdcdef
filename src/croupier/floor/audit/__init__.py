"""An audit that needs nobody's word: it reads a journal and imports nothing of what wrote it.

It knows the format of the journal (chains, heads, checkpoints, decks) and the names of the events that open and close
rounds, turn up cards and move a meter; whatever else stands there is protected by the chain and left to the replay.
"""

"""An independent audit: it reads a journal and imports nothing of the code that wrote it.

It knows the format of the journal (chains, heads, checkpoints, decks) and the names of the events that open and close
rounds, turn up cards and move a meter. The chain protects everything else, and the replay checks it.
"""

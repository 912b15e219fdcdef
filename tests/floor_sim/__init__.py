"""The whole floor in one thread from one seed, with faults, and a referee who watches every commit."""

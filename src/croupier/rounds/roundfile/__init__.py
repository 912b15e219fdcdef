"""Round files: scripts of rounds of play that people write and `croupier run` plays."""

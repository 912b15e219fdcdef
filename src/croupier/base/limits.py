"""How much is too much. No paragraph says so: these figures keep tables, files and journals of a size that people use.

Each is far above what any evening needs and far below what would trouble a machine. What is refused here is refused
without a citation, and the refusal says the limit. What changes nothing, such as looking again, is not counted.
"""

MOST_CENTS = 10**15 - 1
"""One amount, 9999999999999.99: more than all casinos hold, and exact also where numbers are floats."""

LONGEST_NAME = 64
"""Characters of a player's name: a name is printed in every line about its player."""

LONGEST_REASON = 500
"""Characters of the reason for a decision: some sentences, and no file."""

BETS_ON_A_BOX = 25_000
"""Bets placed on one box in one round, repeated ones on the same spot included; the same number can be withdrawn. The
limit is per box, so that nobody can use up the bets of the others."""

INCIDENTS = 1_000
"""Incidents ruled on in one round; reshuffles and choices follow from incidents, so this bounds them too."""

LAST_INCIDENTS = 20
"""Beyond those: only what voids the round or says how play goes on without the jackpot, so that no table is stuck."""

NAMED_AGAIN = 200
"""Times in one round that a dealer says something else of cards that were named or read before."""

OUT_OF_TURN = 1_000
"""Attempts out of turn of one seat in one round."""

PLAYERS_A_DAY = 2_000
"""Players who have left a poker table in one day, each remembered with what they took (R-65)."""

FILE_BYTES = 8_000_000
"""A round file: the whole life of a table for some weeks."""

ACTIONS = 250_000
"""Actions in a round file."""

ROUNDS = 25_000
"""Rounds in a round file."""

TABLES = 50
"""Tables in a round file that plays several."""

PARTS_OF_A_KEY = 16
"""Parts of a dotted key in a TOML file. Reading takes the square of their number: 100 KB of them take 40 seconds."""

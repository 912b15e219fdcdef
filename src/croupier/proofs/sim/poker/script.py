"""A random life as a round file, so that what broke can be played again with `croupier run`."""

from collections.abc import Iterator

from croupier.base.toml_text import toml_section
from croupier.proofs.sim.poker.lives import Fault, shrunk
from croupier.rounds.roundfile.poker_script import table_keys
from croupier.rounds.roundfile.said import poker_words
from croupier.rules.cards import show_cards
from croupier.rules.money import dollars


def fault_file(fault: Fault) -> str:
    """The shortest way to what broke."""
    return round_file(shrunk(fault))


def round_file(fault: Fault) -> str:
    return "\n".join(_lines(fault)) + "\n"


def _lines(fault: Fault) -> Iterator[str]:
    setup, table = fault.setup, fault.setup.table
    yield f"# {' '.join(fault.what.split())}"
    yield f"# found in life {fault.seed!r}"
    yield f'rulebook = "{setup.book}"'
    yield f'dealing = "{table.device}"'
    yield "shoe = ["
    yield from (f'    "{show_cards(move.deck)}",' for move in fault.moves if move.deck)
    yield "]"
    yield "actions = ["
    yield from (f"    '{poker_words(move.command)}'," for move in fault.moves)
    yield "]"
    sign = {**table_keys(table), "button": setup.button, "first-orbit": setup.first_orbit}
    yield from toml_section("table", sign | ({"settle": "by-hand"} if table.settles_by_hand else {}))
    players = {str(seat): [player, dollars(stack)] for seat, (player, stack) in setup.players.items()}
    yield from toml_section("seats", players)

"""Lists the keys of a table or link in which the floor file and the store differ."""

from collections.abc import Iterator

from croupier.base.values import Value
from croupier.floor.live.state.floor_file import LinkFile, TableFile
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.rules.games.house.table import HouseTable
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.jackpot.link import Link

_NOT_IN_FILES = {"number", "link_before"}
_AS_IN_FILES = {
    "clocks": "clock",
    "float_kept": "float",
    "places": "boxes",
    "settles_by_hand": "settle",
    "rake_basis_points": "rake-percent",
    "stake_low": "stake",
    "stake_high": "stake",
}
_SIGN_OF_A_HOUSE_GAME = ("places", "settles_by_hand", "run_by")


def of_table(known: LiveTable, file: TableFile) -> list[str]:
    """The keys, as a floor file spells them, in which the two differ."""
    differing = list(_fields(known.sign, file.sign))
    state = house_state(known)
    if state is not None and isinstance(file.table, HouseTable):
        differing += _fields(state.table, file.table, *_SIGN_OF_A_HOUSE_GAME)
        now, wanted = state.table.limits, file.table.limits
        differing += [str(spot) for spot in (*now, *wanted) if now.get(spot) != wanted.get(spot)]
    elif state is None and isinstance(file.table, PokerTable):
        game = poker_game(known)
        differing += _fields(game.sign or game.table, file.table)
    return sorted({_AS_IN_FILES.get(key, key.replace("_", "-")) for key in differing})


def of_link(known: Link, file: LinkFile) -> list[str]:
    differing = list(_fields(known.parameters, file.parameters))
    if known.parameters.number == 1 and known.began != file.start:
        differing.append("meter")
    return sorted(key.replace("_", "-") for key in differing)


def _fields(one: Value, other: Value, *names: str) -> Iterator[str]:
    for name in names or one.__struct_fields__:
        if name not in _NOT_IN_FILES and getattr(one, name) != getattr(other, name):
            yield name

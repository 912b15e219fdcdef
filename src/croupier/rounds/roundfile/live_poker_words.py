"""Words of a live poker table that no round file has: hands that are named again, and corrections."""

from croupier.base.actors import Actor
from croupier.base.errors import Unreadable
from croupier.base.sentences import says
from croupier.rounds.roundfile.details import read_details
from croupier.rounds.roundfile.poker_script import named_cards, read_action
from croupier.rounds.roundfile.read import place
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.corrections import CORRECTIONS, ENTRY, PAYMENT
from croupier.rules.rulebook.model import Rulebook

_OF_REAL_CARDS = frozenset({"hand", "incident"})


def read_live_poker_action(book: Rulebook, most: int, words: list[str], actor: Actor) -> cmd.PokerCommand:
    """One act at a live table: those of round files, and `SEAT hand` with cards; `most` is its number of seats."""
    if _OF_REAL_CARDS.isdisjoint(words):
        return read_action(book, most, words, actor)
    match words:
        case ["incident", "payment", *details]:
            given = read_details(PAYMENT, details, CORRECTIONS[PAYMENT])
            return cmd.RecordPayment(place("seat", given["seat"], most), given["paid"], actor)
        case ["incident", "entry", *details]:
            return _entry(details, most, actor)
        case [seat, "hand", *named] if named:
            return cmd.NameCards((cmd.Lies(named_cards("hand", named), place("hand", seat, most)),))
        case _:
            return read_action(book, most, words, actor)


def _entry(details: list[str], most: int, actor: Actor) -> cmd.CorrectEntry:
    """`seat=2 hand="As Kd"`, `board="9h 8h 7h"`, or both."""
    given = read_details(ENTRY, details, CORRECTIONS[ENTRY])
    if ("seat" in given) != ("hand" in given):
        raise Unreadable('incident entry: seat=2 and hand="…" go together')
    lie = [cmd.Lies(given["board"])] if "board" in given else []
    if "hand" in given:
        lie.append(cmd.Lies(given["hand"], place("seat", given["seat"], most)))
    if not lie:
        raise Unreadable(says("entry-says-what"))
    return cmd.CorrectEntry(tuple(lie), actor, given.get("again", False))

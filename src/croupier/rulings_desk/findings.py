"""The findings of each book, and what players did, in the order of the desk."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.rules.games import HOUSE_GAMES, POKER, HouseGame
from croupier.rules.rulebook.model import Rulebook
from croupier.rulings_desk.house_findings import HOUSE, HOUSE_CORRECTIONS, HOUSE_DEEDS
from croupier.rulings_desk.model import Fact, Finding, Group, Reply
from croupier.rulings_desk.poker_findings import POKER_CORRECTIONS, POKER_DEEDS, POKER_FINDINGS, SEATS

OWN_KEYS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "exposed": {"earlier": ("box", "dealer", "seat")},
    "extra-look": {"second": ("folded",)},
    "simultaneous": {"swapped": ("true", "false")},
    "jackpot-up": {"earlier": ("down",)},
    "entry": {"round": ("earlier",)},
    "payment": {"pushed": ("more", "less")},
}
"""Keys of the desk that round files do not have."""


def groups(book: Rulebook) -> list[Group]:
    """The findings of this book's paragraphs in the order of the desk; then what players did, and wrong entries."""
    game = HOUSE_GAMES.get(book.game)
    known = set(POKER.incidents(book) if game is None else game.incidents)
    every = POKER_FINDINGS if game is None else HOUSE
    found = [Group(group.says, tuple(each for each in group.findings if each.key in known)) for group in every]
    told = {each.key for group in found for each in group.findings}
    assert told == known, told ^ known
    further = [POKER_DEEDS, SEATS, POKER_CORRECTIONS] if game is None else [HOUSE_DEEDS, HOUSE_CORRECTIONS]
    return [
        Group(group.says, tuple(_as_asked(each, game) for each in group.findings if _knows(game, each.known_to)))
        for group in (*found, *further)
    ]


def _knows(game: HouseGame | None, known_to: Callable[[HouseGame], bool] | None) -> bool:
    return game is None or known_to is None or known_to(game)


def _as_asked(finding: Finding, game: HouseGame | None) -> Finding:
    """The finding with this game's replies only."""
    if game is None:
        return finding
    facts = [
        Fact(fact.question, tuple(reply for reply in fact.replies if _knows(game, reply.known_to)))
        for fact in finding.facts
    ]
    return replace(finding, facts=tuple(facts))


def findings(book: Rulebook) -> dict[str, Finding]:
    return {finding.key: finding for group in groups(book) for finding in group.findings}


def finding_of(book: Rulebook, key: str) -> Finding:
    known = findings(book)
    if key not in known:
        raise Unreadable(f"{book.key} has no report {key!r}; it has {', '.join(known)}")
    return known[key]


def as_text(finding: Finding, case: Sequence[Reply]) -> str:
    """The report as one would type it."""
    return " ".join([finding.key, *(value.text for value in case if value.text)])


def own_details(kind: str, details: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The desk's own words, and those that round files have too."""
    own: dict[str, str] = {}
    shared = []
    for detail in details:
        key, _, value = detail.partition("=")
        known = OWN_KEYS.get(kind, {}).get(key)
        if known is None:
            shared.append(detail)
        elif value not in known:
            raise Unreadable(f"{key}={value}: expected one of {', '.join(known)}")
        else:
            own[key] = value
    return own, shared

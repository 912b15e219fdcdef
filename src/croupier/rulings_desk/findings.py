"""What can be found at a table, in the vocabulary of round files, and the facts that a ruling may hang on."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from croupier.errors import Unreadable
from croupier.games import HOUSE_GAMES
from croupier.games.poker.rulings import known_to
from croupier.rulebook.model import Rulebook
from croupier.rulings_desk.model import Fact, Reply
from croupier.values import Value


class Finding(Value):
    key: str
    words: str
    facts: tuple[Fact, ...] = ()
    deed: bool = False
    """Something that a player did, not a report of an irregularity."""
    phases: tuple[str, ...] = ()
    """Where alone a deed can be done; any phase if none is named."""

    def cases(self, *, folded: bool = False) -> Iterator[tuple[Reply, ...]]:
        """Every combination of facts."""
        for case in product(*(fact.replies for fact in self.facts)):
            if folded or not any(value.only_after_a_fold for value in case):
                yield case


class Group(Value):
    words: str
    findings: tuple[Finding, ...]


def as_text(finding: Finding, case: Sequence[Reply]) -> str:
    """The report, as it is typed."""
    return " ".join([finding.key, *(value.text for value in case if value.text)])


def _yes_no(question: str, key: str, yes: str, no: str) -> Fact:
    return Fact(question, (Reply(f"{key}=true", yes), Reply(f"{key}=false", no)))


REPAIR = _yes_no(
    "Can the cards be put back in their order?", "reconstructable", "can be put right", "cannot be put right"
)
AFFECTED = Fact("Who is affected?", (Reply("", "everybody"), Reply("box=1", "one box")))
DECIDED = Fact("What does the Shift Manager decide?", (Reply("ruling=void", "void"), Reply("ruling=continue", "go on")))
STREETS = tuple(Reply(f"street={street}", f"the {street}") for street in ("flop", "turn", "river"))
BEFORE_STREETS = tuple(Reply(value.text, f"before {value.words}") for value in STREETS)
STREET = Fact("Which street?", STREETS)

HOUSE = (
    Group(
        "Interruption and faults of the deck",
        (
            Finding("interruption", "a technical interruption, such as a power failure"),
            Finding("foreign-card", "a card that is not part of the deck"),
            Finding("deck-count", "too few or too many cards in the deck"),
            Finding("shoe-short", "not enough cards left to finish the round"),
            Finding("unshuffled", "the deck was not shuffled"),
        ),
    ),
    Group(
        "Faults of the deal",
        (
            Finding(
                "exposed",
                "the dealer exposed cards during the deal",
                (
                    Fact("How many cards?", (Reply("", "one card"), Reply("cards=2", "two or more cards"))),
                    Fact("Whose?", (Reply("box=1", "of a box"), Reply("dealer=true", "of the dealer"))),
                    Fact(
                        "Was another card exposed earlier in the round?",
                        (
                            Reply("", "the first of the round"),
                            Reply("earlier=box", "after one of a box"),
                            Reply("earlier=dealer", "after one of the dealer"),
                        ),
                    ),
                ),
            ),
            Finding("face-up", "the next card lies face up in the shoe or shuffler"),
            Finding(
                "misdealt",
                "cards went to the wrong places",
                (
                    _yes_no(
                        "Does moving complete hands put it right?",
                        "hands-movable",
                        "complete hands can be moved",
                        "complete hands cannot",
                    ),
                    AFFECTED,
                ),
            ),
            Finding("no-burn", "the burn was left out", (REPAIR,)),
            Finding(
                "simultaneous",
                "two cards were drawn at once",
                (
                    Fact(
                        "Did they lie in the order that the supervisor ruled?",
                        (
                            Reply("", "in the order that was ruled"),
                            Reply("swapped=true", "the other way round"),
                        ),
                    ),
                ),
            ),
            Finding("dealing-error", "any other dealing error", (REPAIR, AFFECTED)),
            Finding(
                "player-count",
                "a wrong number of cards in a player's hand",
                (
                    REPAIR,
                    Fact(
                        "Whose hand?",
                        (
                            Reply("box=1", "of a box in play"),
                            Reply("box=2", "of the folded box", only_after_a_fold=True),
                        ),
                    ),
                ),
            ),
            Finding("dealer-count", "a wrong number of cards in the dealer's hand", (REPAIR,)),
            Finding("community-count", "a wrong number of community cards", (REPAIR,)),
        ),
    ),
    Group(
        "Players, jackpot and the rest",
        (
            Finding(
                "extra-look",
                "a player looked at a second hand",
                (
                    Fact("Which box did he look at?", (Reply("box=4", "his second box"),)),
                    _yes_no("On purpose?", "intentional", "on purpose", "not on purpose"),
                ),
            ),
            Finding(
                "jackpot-down",
                "the jackpot system fails",
                (
                    Fact(
                        "What does the House decide for the rounds after this one?",
                        (
                            Reply("", "nothing decided yet"),
                            Reply("policy=close", "close the table"),
                            Reply("policy=disallow", "no bets on any box"),
                            Reply("policy=disallow box=1", "no bets on one box"),
                            Reply("policy=without-jackpot", "play without jackpot bets"),
                        ),
                    ),
                ),
            ),
            Finding(
                "jackpot-up",
                "the jackpot system works again",
                (
                    Fact(
                        "When did it fail?",
                        (Reply("earlier=down", "it failed in this round"), Reply("", "it had not failed")),
                    ),
                ),
            ),
            Finding("other", "anything that no paragraph names", (DECIDED,)),
        ),
    ),
)

BETTING = ("bets-open", "bets-open-later")
AFTER_THE_CLOSE = (
    *("dealt", "looked", "folded-unseen", "folded", "flop", "flop-folded", "turn", "turn-folded"),
    *("choosing", "continued", "settled", "settled-folded", "settled-withdrawn", "void"),
)
BETTING_ROUNDS = (
    *("dealt", "looked", "first", "first-folded"),
    *(f"{street}{part}" for street in ("flop", "turn", "river") for part in ("", "-checked", "-bet", "-folded")),
)
NOTICED = Fact(
    "Was it noticed?", (Reply("case=noticed", "noticed before the close"), Reply("case=unnoticed", "not noticed"))
)

HOUSE_DEEDS = Group(
    "What a player did",
    (
        Finding("over-limit", "a bet above the limit", (NOTICED,), True, BETTING),
        Finding("below-minimum", "a bet below the minimum", (NOTICED,), True, BETTING),
        Finding("jackpot-without-ante", "a jackpot bet without an Ante at the close", (), True, BETTING),
        Finding(
            "late-bet",
            "a bet added or taken back after the close",
            (Fact("Which?", (Reply("case=added", "added"), Reply("case=withdrawn", "taken back"))),),
            True,
            AFTER_THE_CLOSE,
        ),
        Finding(
            "wrong-size",
            "a bet of the wrong size with the decision",
            (Fact("How?", (Reply("case=larger", "too large"), Reply("case=smaller", "too small"))),),
            True,
            ("dealt", "looked"),
        ),
        Finding("walked-away", "a player walked away", (), True),
        Finding("walked-away-decided", "a player decided, and then walked away", (), True, ("dealt", "looked")),
    ),
)

POKER_DEEDS = Group(
    "What a player did",
    (
        Finding(
            "out-of-turn",
            "a player bet out of turn",
            (
                Fact(
                    "What do those before him do?",
                    (
                        Reply("case=checks", "they check"),
                        Reply("case=bets-less", "one bets no more than he indicated"),
                        Reply("case=bets-more", "one bets more than he indicated"),
                        Reply("case=folds", "they fold"),
                    ),
                ),
            ),
            True,
            ("flop", "turn", "river"),
        ),
        Finding("hand-shown", "a player showed his hole cards", (), True, BETTING_ROUNDS),
    ),
)

POKER = (
    Group("Interruption and faults of the deck", HOUSE[0].findings),
    Group(
        "Faults of the deal",
        (
            Finding(
                "exposed",
                "the dealer exposed cards during the deal",
                (
                    Fact(
                        "How many cards, and whose?",
                        (
                            Reply("seat=3", "one card of a seat"),
                            Reply("", "one card, nobody says whose"),
                            Reply("cards=2", "two or more cards"),
                            Reply("seat=3 earlier=seat", "one card of a seat, after another"),
                        ),
                    ),
                ),
            ),
            Finding("face-up", "the next card lies face up in the shoe"),
            Finding(
                "player-count",
                "a wrong number of cards in a player's hand",
                (REPAIR, Fact("Whose hand?", (Reply("seat=3", "of a seat"),))),
            ),
            Finding("hand-left-out", "a hand was not dealt", (REPAIR,)),
            Finding("extra-hand", "one hand too many was dealt", (REPAIR,)),
            Finding(
                "no-burn",
                "the burn was left out",
                (
                    Fact(
                        "Before what?",
                        (Reply("street=deal", "before the hole cards"), *BEFORE_STREETS, Reply("", "not said")),
                    ),
                    REPAIR,
                ),
            ),
            Finding("early-card", "a community card was exposed before its time", (STREET,)),
            Finding("too-many", "too many community cards were dealt", (STREET, REPAIR)),
        ),
    ),
    Group("The rest", (Finding("other", "anything that no paragraph names", (DECIDED,)),)),
)

OWN_KEYS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "exposed": {"earlier": ("box", "dealer", "seat")},
    "simultaneous": {"swapped": ("true", "false")},
    "jackpot-up": {"earlier": ("down",)},
}
"""What only the desk asks, beyond the keys of round files."""


def groups(book: Rulebook) -> list[Group]:
    """What this book's paragraphs know, in the order of the desk; what players did comes last."""
    game = book.key.partition("@")[0]
    known = set(HOUSE_GAMES[game].incidents if game in HOUSE_GAMES else known_to(book))
    every = HOUSE if game in HOUSE_GAMES else POKER
    found = [Group(group.words, tuple(each for each in group.findings if each.key in known)) for group in every]
    told = {each.key for group in found for each in group.findings}
    assert told == known, told ^ known
    return [*found, HOUSE_DEEDS if game in HOUSE_GAMES else POKER_DEEDS]


def findings(book: Rulebook) -> dict[str, Finding]:
    return {finding.key: finding for group in groups(book) for finding in group.findings}


def finding_of(book: Rulebook, key: str) -> Finding:
    known = findings(book)
    if key not in known:
        raise Unreadable(f"{book.key} knows no report {key!r}; it knows {', '.join(known)}")
    return known[key]


def own_details(kind: str, details: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """What only the desk understands, and what round files understand too."""
    own: dict[str, str] = {}
    shared = []
    for detail in details:
        key, _, value = detail.partition("=")
        known = OWN_KEYS.get(kind, {}).get(key)
        if known is None:
            shared.append(detail)
        elif value not in known:
            raise Unreadable(f"{key}={value}: known are {', '.join(known)}")
        else:
            own[key] = value
    return own, shared

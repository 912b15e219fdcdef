"""What players did: acts, not reports. The desk lets an example table hear them and reads what it cites."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from croupier.actors import Rank
from croupier.citation import Citation
from croupier.errors import Refused
from croupier.games.house import events as hev
from croupier.games.house.table import Phase
from croupier.games.poker import events as pev
from croupier.games.poker.betting import by_right
from croupier.games.poker.commands import Act, TakeAction
from croupier.games.poker.machine import decide
from croupier.money import cents
from croupier.rulebook.model import Rulebook
from croupier.rulings_desk.model import Answer, Choice, May, Refusal
from croupier.rulings_desk.remedies import brought_to_an_end, house_decisions, poker_decisions
from croupier.rulings_desk.tables import BUTTON, FIRST_TO_ACT, HouseExample, PokerExample
from croupier.values import Value

OVER, UNDER = "1000", "5"
"""Beyond the limits of the example table, which is at 10 to 500."""


def house_acts(example: HouseExample, kind: str, case: str) -> tuple[int, list[str]]:
    """The box, and what is done on it, in the vocabulary of round files."""
    looks, folds = example.cast.looks, example.cast.folds
    stays = example.cast.stays[0]
    below = [f"{looks} withdraw ante", f"{looks} ante {UNDER}"]
    acts = {
        ("over-limit", "noticed"): [f"{looks} ante {OVER}"],
        ("over-limit", "unnoticed"): [f"{looks} ante {OVER} unnoticed", "close"],
        ("below-minimum", "noticed"): [*below, "close"],
        ("below-minimum", "unnoticed"): [below[0], f"{below[1]} unnoticed", "close"],
        ("jackpot-without-ante", ""): [f"{looks} withdraw ante", "close"],
        ("late-bet", "added"): [f"{looks} ante 10"],
        ("late-bet", "withdrawn"): [f"{looks} withdraw ante"],
        ("wrong-size", "larger"): [f"{looks} {stays} 200"],
        ("wrong-size", "smaller"): [f"{looks} {stays} 20"],
        ("walked-away", ""): [f"{folds} leaves"],
        ("walked-away-decided", ""): [f"{folds} {stays}", f"{folds} leaves"],
    }
    return folds if kind.startswith("walked-away") else looks, acts[kind, case]


def of_house(blank: Answer, example: HouseExample, kind: str, case: str) -> Answer:
    desk = example.desk
    blank = replace(blank, decided_by=Rank.DEALER)
    box, acts = house_acts(example, kind, case)
    try:
        events = [event for act in acts for event in example.play([act])]
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.why, refused.cites))
    following = tuple(house_decisions(desk))
    if desk.round.phase is not Phase.BETTING:
        events += brought_to_an_end(desk)
    cites = tuple(dict.fromkeys(_cited_of(box, events)))
    return replace(
        blank,
        ruling=_what_became(box, events),
        cites=cites,
        remedies=in_words(desk.book, cites) or ("It is taken as it is.",),
        next=following,
    )


def _cited_of(box: int, events: Iterable[object]) -> Iterator[Citation]:
    """What is cited on this box at the act, and of chapter 5 when it is settled."""
    for event in events:
        match event:
            case hev.BetPlaced() | hev.BetReturned() | hev.ConsideredFolded() if event.box == box:
                yield from event.cites
            case hev.RoundSettled() | hev.RoundVoided() if box in event.boxes:
                lines = event.boxes[box].lines
                yield from (cite for line in lines for cite in line.cites if cite.paragraph.startswith("5."))


def _what_became(box: int, events: Sequence[object]) -> str:
    if any(isinstance(event, hev.ConsideredFolded) and event.box == box for event in events):
        return "folded"
    if any(isinstance(event, hev.BetReturned) and event.box == box for event in events):
        return "returned"
    if any(isinstance(event, hev.BetPlaced) and event.box == box and event.excess for event in events):
        return "cut"
    return "accepted"


def in_words(book: Rulebook, cites: Iterable[Citation]) -> tuple[str, ...]:
    return tuple(book.paragraphs[cite.paragraph] for cite in cites if cite.book == book.key)


# Poker

INDICATED = "10"
BEFORE_HIM = {
    "checks": ["2 check", "3 check"],
    "bets-less": ["2 bet 6", "3 call"],
    "bets-more": ["2 bet 20", "3 call"],
    "folds": ["2 fold", "3 fold"],
}


class Tried(Value):
    may: tuple[May, ...]
    may_not: tuple[str, ...]
    cites: tuple[Citation, ...]


def of_poker(blank: Answer, example: PokerExample, kind: str, case: str) -> Answer:
    desk = example.desk
    blank = replace(blank, decided_by=Rank.DEALER)
    try:
        if kind == "hand-shown":
            events = example.play(desk, [f"{BUTTON} shows"])
        else:
            events = example.play(desk, [f"{FIRST_TO_ACT} out-of-turn bet {INDICATED}", *BEFORE_HIM[case]])
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.why, refused.cites))
    if kind == "hand-shown":
        (cites,) = (event.cites for event in events if isinstance(event, pev.FoldedByRule))
        following = tuple(poker_decisions(desk))
        return replace(blank, ruling="folded", cites=cites, remedies=in_words(desk.book, cites), next=following)
    retracted = next(event.cites for event in events if isinstance(event, pev.ActedOutOfTurn))
    tried = _tried(example)
    return replace(
        blank,
        ruling="retracted",
        cites=tuple(dict.fromkeys((*retracted, *tried.cites))),
        remedies=(*in_words(desk.book, retracted), *tried.may_not),
        choices=(Choice("the player who acted out of turn", tried.may),),
    )


def _tried(example: PokerExample) -> Tried:
    """Every act is tried on his turn; what the BET out of turn allows and forbids is what the engine says."""
    desk = example.desk
    round_ = desk.state.round
    assert round_ is not None and round_.turn == FIRST_TO_ACT, "his turn has come"
    offered = by_right(desk.state, FIRST_TO_ACT).may
    acts = {
        "check": TakeAction(FIRST_TO_ACT, Act.CHECK),
        "call": TakeAction(FIRST_TO_ACT, Act.CALL),
        f"bet {INDICATED} as indicated": TakeAction(FIRST_TO_ACT, Act.BET, cents(INDICATED)),
        "bet another amount": TakeAction(FIRST_TO_ACT, Act.BET, cents("30")),
        "raise": TakeAction(FIRST_TO_ACT, Act.RAISE, cents("60")),
        "fold": TakeAction(FIRST_TO_ACT, Act.FOLD),
    }
    may, may_not = [], []
    cites: list[Citation] = []
    for words, act in acts.items():
        if act.act not in offered:
            continue
        try:
            events = decide(desk.book, desk.state, act)
        except Refused as refused:
            may_not.append(f"He may not {words}.")
            cites += refused.cites
            continue
        forfeited = [event.cites for event in events if isinstance(event, pev.OutOfTurnBetForfeited)]
        if forfeited:
            may.append(May(f"{words} and leave the {INDICATED} in the pot", forfeited[0]))
        else:
            may.append(May(words, next(event.cites for event in events if isinstance(event, pev.ActionTaken))))
    return Tried(tuple(may), tuple(may_not), tuple(cites))

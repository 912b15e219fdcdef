"""Joining, absence at the blinds, coming back, being deemed gone: how the next round starts (5.4 to 5.6)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from croupier.base.actors import Actor
from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, says
from croupier.base.values import Value
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import DeemGone
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rulings_desk.deciders import who_decides
from croupier.rulings_desk.model import Answer, Refusal
from croupier.rulings_desk.scenes import OVER, PokerScene
from croupier.rulings_desk.settings import PokerSetting


class Turn(Value):
    """Somebody joins, leaves or returns between rounds; then one or more rounds start."""

    seats: tuple[int, ...]
    before: tuple[str, ...]
    """Everything before the round that the answer is about."""
    seat: int
    """The seat that the case is about."""
    button: int = 1
    first_orbit: bool = False
    rounds: int = 1
    """How many rounds the answer covers."""


ROUND = ("start", OVER)
SIX = (1, 2, 3, 4, 5, 6)
FIVE = (1, 2, 3, 4, 5)
WITHOUT_2, WITHOUT_3, WITHOUT_4 = ((*range(1, gap), *range(gap + 1, 7)) for gap in (2, 3, 4))
"""After a round with the button on 1, it goes to 2 and the blinds to 3 and 4: a new player can sit down there."""

JOINS: Mapping[str, Turn] = {
    "elsewhere": Turn(FIVE, (*ROUND, "6 sits Eve 100"), 6),
    "big-blind": Turn(WITHOUT_4, (*ROUND, "4 sits Eve 100"), 4),
    "small-blind": Turn(WITHOUT_3, (*ROUND, "3 sits Eve 100"), 3, rounds=2),
    "button": Turn(WITHOUT_2, (*ROUND, "2 sits Eve 100"), 2, rounds=2),
    "first-orbit": Turn(FIVE, (*ROUND, "6 sits Eve 100"), 6, first_orbit=True),
    "first-orbit-big-blind": Turn(WITHOUT_4, (*ROUND, "4 sits Eve 100"), 4, first_orbit=True),
    "relocated": Turn(FIVE, (*ROUND, "6 relocated Eve 100"), 6),
    "relocated-big-blind": Turn(WITHOUT_4, (*ROUND, "4 relocated Eve 100"), 4),
    "playing": Turn(FIVE, ("start", "6 sits Eve 100"), 6),
}
ABSENT: Mapping[str, Turn] = {
    "small-blind": Turn(SIX, (*ROUND, "3 away"), 3, rounds=2),
    "big-blind": Turn(SIX, (*ROUND, "4 away"), 4, rounds=2),
    "both-blinds": Turn(SIX, (*ROUND, "3 away", "4 away"), 4, rounds=2),
    "button": Turn(SIX, (*ROUND, "2 away"), 2),
    "two-present": Turn((1, 2, 3), (*ROUND, "3 away"), 3),
    "left": Turn(SIX, (*ROUND, "3 leaves"), 3),
}
RETURNS: Mapping[str, Turn] = {
    "missed-nothing": Turn(SIX, (*ROUND, "6 away", *ROUND, "6 back"), 6),
    "small-on-button": Turn(SIX, (*ROUND, "3 away", *ROUND, "3 back"), 3, rounds=2),
    "small-elsewhere": Turn(SIX, (*ROUND, "3 away", *ROUND * 3, "3 back"), 3),
    "small-at-big": Turn((1, 2, 3, 4), (*ROUND, "3 away", *ROUND * 3, "3 back"), 3),
    "big-waits": Turn(SIX, (*ROUND, "4 away", *ROUND, "4 back"), 4, rounds=3),
    "both-waits": Turn(FIVE, (*ROUND, "3 away", *ROUND * 2, "3 back"), 3, button=5, rounds=2),
    "both-elsewhere": Turn(FIVE, (*ROUND, "3 away", *ROUND * 3, "3 back"), 3, button=5),
    "both-at-big": Turn(FIVE, (*ROUND, "3 away", *ROUND * 4, "3 back"), 3, button=5),
    "playing": Turn(SIX, (*ROUND, "3 away", "start", "3 back"), 3),
}
GONE: Mapping[str, Turn] = {
    "twice": Turn((1, 2, 3, 4), (*ROUND, "3 away", *ROUND * 4), 3, button=4),
    "once": Turn((1, 2, 3, 4), (*ROUND, "3 away", *ROUND), 3, button=4),
}
SCENES = {"joins": JOINS, "absent": ABSENT, "returns": RETURNS}


def between_rounds(blank: Answer, book: Rulebook, kind: str, case: str, setting: PokerSetting | None = None) -> Answer:
    turn = SCENES[kind][case]
    table = _table(book, blank.device, turn, setting)
    seat = table.place(turn.seat)
    told: list[Sentence] = []
    cites: list[Citation] = []
    ruling = ""
    try:
        table.play(turn.before)
        for number in range(turn.rounds):
            events = table.play([OVER, "start"] if number else ["start"])
            said = list(_told(events, seat, table.dealer.state))
            told += [says("does.round-after", so=said[0]), *said[1:]] if number else said
            cites += _cited(book, events, seat)
            ruling = ruling or _ruling(events, seat)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    return replace(blank, ruling=ruling, cites=tuple(dict.fromkeys(cites)), does=tuple(told))


def before_it(book: Rulebook, device: Device, kind: str, case: str, setting: PokerSetting | None) -> PokerState:
    """The table after it has happened, before another round starts."""
    turn = (GONE if kind == "gone" else SCENES[kind])[case]
    table = _table(book, device, turn, setting)
    with suppress(Refused):  # then the refused act is the case
        for act in turn.before:
            table.play([act])
    return table.dealer.state


def _table(book: Rulebook, device: Device, turn: Turn, setting: PokerSetting | None) -> PokerScene:
    stacks = dict.fromkeys(turn.seats, "200")
    return PokerScene(book, device, stacks, turn.button, first_orbit=turn.first_orbit, setting=setting)


def _started(events: Sequence[object]) -> pev.RoundStarted:
    return next(event for event in events if isinstance(event, pev.RoundStarted))


def _posts(events: Sequence[object]) -> dict[int, pev.BlindPosted]:
    return {event.seat: event for event in events if isinstance(event, pev.BlindPosted)}


def _told(events: Sequence[object], seat: int, after: PokerState) -> Iterator[Sentence]:
    started, posts = _started(events), _posts(events)
    there = after.seats.get(started.button)
    button = says("seat", seat=started.button)
    if there is None or there.away:
        button = says("empty-seat", seat=started.button)
    small = says("nobody") if started.small_blind is None else says("seat", seat=started.small_blind)
    yield says("does.round-starts", button=button, small=small, big=says("seat", seat=started.big_blind))
    if seat in started.order:
        yield _dealt_in(seat, posts.get(seat))
    elif seat in after.seats:
        owner = after.seats[seat]
        stays = says("does.waits", seat=seat) if owner.waits else says("does.not-dealt-in", seat=seat)
        match owner.missed_small, owner.missed_big:
            case True, True:
                yield says("does.missed", so=stays, missed=says("missed.both"))
            case True, False:
                yield says("does.missed", so=stays, missed=says("missed.small"))
            case False, True:
                yield says("does.missed", so=stays, missed=says("missed.big"))
            case _:
                yield stays


def _dealt_in(seat: int, post: pev.BlindPosted | None) -> Sentence:
    if post is None:
        return says("does.dealt-in-free", seat=seat)
    if post.live and post.dead:
        return says("does.dealt-in-both", seat=seat, live=dollars(post.live), dead=dollars(post.dead))
    if post.dead:
        return says("does.dealt-in-dead", seat=seat, dead=dollars(post.dead))
    return says("does.dealt-in-live", seat=seat, live=dollars(post.live))


def _cited(book: Rulebook, events: Sequence[object], seat: int) -> list[Citation]:
    """The citations about this seat, and about the button except its ordinary move."""
    started, posts = _started(events), _posts(events)
    usual = book.cite(Poker.BUTTON_MOVES_CLOCKWISE)
    own = [*started.reasons.get(seat, ()), *(posts[seat].cites if seat in posts else ())]
    return [*own, *(cite for cite in started.cites if own == [] or cite != usual)]


def _ruling(events: Sequence[object], seat: int) -> str:
    started, posts = _started(events), _posts(events)
    if seat in started.order:
        return "posts" if seat in posts else "free"
    return "waits" if seat in started.seats and started.seats[seat].waits else "passed over"


def deemed_gone(blank: Answer, book: Rulebook, case: str, by: Actor, setting: PokerSetting | None = None) -> Answer:
    """The House decides, after two missed turns in a row (5.4.2, R-38, R-65)."""
    turn = GONE[case]
    table = _table(book, blank.device, turn, setting)
    table.play(turn.before)
    gone = DeemGone(table.place(turn.seat), by)
    decided = who_decides(gone, lambda told: decide(book, table.dealer.state, told))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = table.dealer.act(gone)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    (left,) = (event for event in events if isinstance(event, pev.PlayerLeft))
    told = says("does.seat-free", amount=dollars(left.stack))
    return replace(blank, ruling="gone", cites=left.cites, does=(told,))

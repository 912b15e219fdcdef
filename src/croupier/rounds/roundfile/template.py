"""A round file to begin with: commented, of any game, and played before it is handed out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from croupier.base.errors import Refused, Unreadable
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house.commands import Incident
from croupier.rules.games.house.irregularities import IRREGULARITIES as HOUSE_ROWS
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.games.irregularity import Irregularity
from croupier.rules.games.poker.irregularities import IRREGULARITIES as POKER_ROWS
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.weave import title_of

COMMENT = 36
"""The column where comments begin."""

FIRST, SECOND, THIRD = "Kd Ks 9c 6h 3d", "Th 7d 2c 4h 8s", "Qd Qh 7c 3s 2d"
FOURTH = "5h 9d Jd Kh 6s"
BOARD, BURN = "Ah 8c 5d Jc 4s", "Tc 9s 8d 7h"

STREETS = {"flop": 3, "turn": 1, "river": 1}

Acts = Sequence[tuple[str, str]]
"""What is said, each with a comment or none."""

POKER_ACTS: Acts = (
    ("start", "button, blinds and hole cards"),
    ("1 look", "the player looks at their cards"),
    ("1 call", ""),
    ("2 call", ""),
    ("3 check", ""),
    ("2 check", "the flop"),
    ("3 bet 4", ""),
    ("1 fold", ""),
    ("2 raise 12", "to a total of 12 in this betting round"),
    ("3 call", ""),
    ("2 bet 10", "the turn"),
    ("3 fold", ""),
)

WITH_IT = {
    "box": "1",
    "seat": "2",
    "street": "flop",
    "policy": "without-jackpot",
    "ruling": "void",
    "intentional": "false",
    "reconstructable": "true",
    "hands-movable": "true",
}
"""The details of a report, if they are required or make the example clearer."""


def template(book: Rulebook, device: Device, incident: str | None = None) -> str:
    """Running it shows a whole round; with an incident, the ruling and how the round goes on."""
    writer = _House(book, device) if book.game in HOUSE_GAMES else _Poker(book, device)
    return writer.text(writer.acts if incident is None else _with_incident(writer, incident))


class _House:
    def __init__(self, book: Rulebook, device: Device) -> None:
        self.book, self.device = book, device
        self.game: HouseGame = HOUSE_GAMES[book.game]
        self.known = frozenset(map(str, self.game.incidents))
        self.rows: Mapping[str, Irregularity] = {str(kind): HOUSE_ROWS[kind] for kind in Incident if kind in HOUSE_ROWS}
        self.places = (1, 2, 4)
        self.acts: Acts = tuple(self._acts())
        self.opens = "close"

    def _acts(self) -> Iterator[tuple[str, str]]:
        yield "1 ante 50", "a bet: box, bet, amount"
        for spot in self.game.bets_in(self.book):
            if spot is not Spot.ANTE:
                yield f"1 {spot} {5 if spot is Spot.JACKPOT else 10}", ""
        yield "2 ante 20", ""
        yield "4 ante 10", ""
        yield "close", '"No more Bets": the cards are dealt'
        yield "1 look", "the player examines the hand"
        first, *others = self.game.staying
        yield f"1 {first}", "a decision"
        yield f"2 {Decision.FOLD}", ""
        yield f"4 {Decision.FOLD}", "unseen: a player looks at one of their hands only"
        yield from ((f"1 {decision}", "") for decision in others)

    def text(self, acts: Acts) -> str:
        cards = self.book.procedure.cards_in_hand
        bets = [spot for spot in self.game.bets_in(self.book) if spot is not Spot.JACKPOT]
        jackpot = Spot.JACKPOT in self.game.bets_in(self.book)
        lines = [
            *_head(self.book, self.device, acts),
            "[table]",
            _line("boxes = 7", "on the layout"),
            _line(f'{bets[0]} = ["10", "1000"]', "smallest and largest bet, as the sign says"),
            *(f'{spot} = ["5", "500"]' for spot in bets[1:]),
            *([_line('jackpot-bet = "5"', "the prescribed amount")] if jackpot else []),
            _line('# settle = "by-hand"', "the payments wait for the action settle"),
            "",
        ]
        if jackpot:
            lines += [
                "[jackpot]",
                'meter = "125000.00"',
                'reset = "50000.00"',
                _line('contribution = "0.60"', "the part of each jackpot bet that goes to the meter"),
                "",
            ]
        lines += [
            "[boxes]",
            _line('1 = "Ann"', "the same name on several boxes is one player"),
            '2 = "Ben"',
            '4 = "Ann"',
            "",
        ]
        hands = {"1": FIRST, "2": SECOND, "4": FOURTH, "dealer": THIRD}
        return "\n".join([*lines, *_cards(self.book, self.device, hands, cards, board=self.game.board), ""])


class _Poker:
    def __init__(self, book: Rulebook, device: Device) -> None:
        self.book, self.device = book, device
        self.known = frozenset(map(str, known_to(book)))
        self.rows: Mapping[str, Irregularity] = {str(kind): row for kind, row in POKER_ROWS.items()}
        self.places = (1, 2, 3)
        self.acts: Acts = POKER_ACTS
        self.opens = "start"

    def text(self, acts: Acts) -> str:
        lines = [
            *_head(self.book, self.device, acts),
            "[table]",
            "seats = 9",
            _line('small-blind = "1"', "the big blind is twice that"),
            _line('stake = ["40", "400"]', "smallest and largest buy-in"),
            _line('rake-percent = "5"', "5 if left out"),
            _line('rake-cap = "10"', "no cap if left out"),
            _line("button = 1", "the seat that has it in the first round"),
            "",
            "[seats]",
            _line('1 = ["Ann", "200"]', "name and table stake"),
            '2 = ["Ben", "200"]',
            '3 = ["Cid", "200"]',
            "",
        ]
        hands = {"1": SECOND, "2": FIRST, "3": THIRD}
        cards = self.book.procedure.cards_in_hand
        return "\n".join([*lines, *_cards(self.book, self.device, hands, cards, board=True), ""])


def _head(book: Rulebook, device: Device, acts: Acts) -> Iterator[str]:
    yield f"# A round of {title_of(book)}. Change what you like and play it: croupier run FILE"
    yield "# docs/round-files.md of the project describes everything that can stand here."
    yield ""
    yield f'rulebook = "{book.key}"'
    other = [one for one in book.procedure.devices if one != device]
    yield _line(f'dealing = "{device}"', f'or "{other[0]}"' if other else "this document has no other")
    yield ""
    yield "# What people say and do at the table, in order. What the dealer does by rule happens by itself."
    yield "actions = ["
    yield from (_line(f'    "{act}",', comment) for act, comment in acts)
    yield from ("]", "")


def _cards(book: Rulebook, device: Device, hands: Mapping[str, str], each: int, *, board: bool) -> Iterator[str]:
    yield "# Who gets which cards. croupier deals the others in an order made from this text, and prints them."
    yield "[cards]"
    yield from (f'{place} = "{" ".join(cards.split()[:each])}"' for place, cards in hands.items())
    if board:
        yield _line(f'board = "{BOARD}"', "flop, turn and river")
    if device is Device.SHOE and (burns := len(book.procedure.burn_before)):
        yield _line(f'burn = "{" ".join(BURN.split()[:burns])}"', "before which cards, the document says")


def _line(text: str, comment: str) -> str:
    return f"{f'{text}  ':<{COMMENT}}# {comment}" if comment else text


# --- An incident --------------------------------------------------------------------------------------------------


def _with_incident(writer: _House | _Poker, kind: str) -> Acts:
    """The incident at the first moment at which it has an effect, and then everything that the rules still allow."""
    if kind not in writer.known:
        raise Unreadable(f"incident {kind!r} is unknown to this game; known: {', '.join(sorted(writer.known))}")
    report = " ".join([f"incident {kind}", *_facts(writer, kind)])
    acts = writer.acts
    start = 1 + [act for act, _ in acts].index(writer.opens)
    heard: Acts | None = None
    for number in (*range(start, len(acts) + 1), *range(start)):
        before = (*acts[:number], (report, "what went wrong; the transcript says what is ruled"))
        ruling = _ruling(writer, before)
        if ruling is not None and (heard is None or ruling != "none"):
            heard = _going_on(writer, before, acts[number:])
        if ruling not in (None, "none"):
            break
    if heard is None:
        raise Refused(f"incident {kind} cannot happen with the {writer.device}", ())
    return heard


def _facts(writer: _House | _Poker, kind: str) -> Iterator[str]:
    row = writer.rows[kind]
    wanted = row.required | (row.keys & {"reconstructable", "hands-movable"})
    if wanted >= {"first", "second"}:  # neighbours: from the shoe in two boxes, in a set in one
        own, following = FIRST.split()[:2], SECOND.split(maxsplit=1)[0]
        yield from (f"first={own[0]}", f"second={following if writer.device is Device.SHOE else own[1]}")
    facts = {**WITH_IT, "box": "4"} if kind == Incident.EXTRA_LOOK else WITH_IT
    yield from (f"{key}={facts[key]}" for key in sorted(wanted) if key in facts)
    if "shoe" in row.keys - row.required and "reconstructable" not in row.keys:  # it always ends in a reshuffle
        yield f"shoe='{' '.join(_from_the_flop(writer.book))}'"


def _from_the_flop(book: Rulebook) -> Iterator[str]:
    """The cards that leave the shoe after the hands, in their order: before each street one is burnt."""
    board, burnt = iter(BOARD.split()), iter(BURN.split())
    for street in book.procedure.burn_before:
        first = next(burnt)
        if street in STREETS:
            yield first
            yield from islice(board, STREETS[street])


def _ruling(writer: _House | _Poker, acts: Acts) -> str | None:
    """The ruling on the incident that ends these acts; None if it is refused."""
    played = play(read_script(writer.text(acts)))
    if played.refusal is not None:
        return None
    incidents = list(chain.from_iterable(round_.incidents for round_ in played.rounds))
    return incidents[-1].ruling if incidents else None


def _going_on(writer: _House | _Poker, acts: Acts, further: Acts) -> Acts:
    """Boxes that may choose go on; what is refused from here on is left out."""
    choices = [(f"{place} continue", "the box's choice") for place in writer.places]
    for act, comment in (*choices, *further):
        longer = (*acts, (act, comment))
        try:
            accepted = play(read_script(writer.text(longer))).refusal is None
        except Unreadable:
            accepted = False
        acts = longer if accepted else acts
    return acts

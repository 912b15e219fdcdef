"""The vocabulary of round files for poker tables."""

from typing import Any

from croupier.base.actors import Actor
from croupier.base.errors import Unreadable
from croupier.base.limits import LONGEST_NAME
from croupier.base.values import Value
from croupier.rounds.roundfile.by_whom import IN_CHARGE, speaker
from croupier.rounds.roundfile.details import read_details
from croupier.rounds.roundfile.placed import Placed, placed_cards
from croupier.rounds.roundfile.poker_table_words import read_poker_words
from croupier.rounds.roundfile.read import (
    OF_ANY_TABLE,
    Script,
    amount,
    cards,
    check_keys,
    check_rounds,
    deals_by_hand,
    located,
    name_of_player,
    place,
    settles_by_hand,
    shown,
    whole,
    wrong,
)
from croupier.rounds.roundfile.table_words import ChangeBook, DealDue
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.irregularities import IRREGULARITIES, known_to
from croupier.rules.games.poker.life import most_seats
from croupier.rules.games.poker.table import PokerState, PokerTable, open_table
from croupier.rules.jackpot.changes import named
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

TABLE_KEYS = {
    "seats",
    "small-blind",
    "stake",
    "chip",
    "rake-percent",
    "rake-cap",
    "button",
    "first-orbit",
    "cards",
    *OF_ANY_TABLE,
}
ANY_STAKE = ["0.01", "9999999999999"]


class PokerScript(Value):
    state: PokerState
    actions: tuple[cmd.PokerCommand | ChangeBook | DealDue, ...]
    deals_by_hand: bool = False
    placed: tuple[Placed, ...] = ()
    """Cards by place, of each round."""


def read_poker_script(script: Script) -> PokerScript:
    data = script.table
    check_keys("[table]", data, TABLE_KEYS, ("table",))
    seats = whole(("table", "seats"), data.get("seats", 9), 2, most_seats(script.book, script.device))
    if "small-blind" not in data:
        raise Unreadable("[table] small-blind is missing", ("table",))
    stake = data.get("stake", ANY_STAKE)
    if not isinstance(stake, list) or len(stake) != 2:
        raise wrong(("table", "stake"), 'expected the smallest and the largest buy-in, such as ["40", "400"]')
    low, high = (amount(("table", "stake"), item) for item in stake)
    by_hand = _dealt_by_hand(script)
    if low > high:
        raise wrong(("table", "stake"), "the smallest buy-in is above the largest")
    table = PokerTable(
        device=script.device,
        seats=seats,
        small_blind=_positive("small-blind", data["small-blind"]),
        stake_low=low,
        stake_high=high,
        chip=_positive("chip", data.get("chip", "1")),
        rake_basis_points=_rake(script, data.get("rake-percent", "5")),
        rake_cap=amount(("table", "rake-cap"), data["rake-cap"]) if "rake-cap" in data else None,
        settles_by_hand=settles_by_hand(data) or by_hand,
        dealt_by_hand=by_hand,
    )
    players = _players(script, seats)
    button = whole(("table", "button"), data.get("button", min(players, default=1)), 1, seats)
    first_orbit = data.get("first-orbit", False)
    if not isinstance(first_orbit, bool):
        raise wrong(("table", "first-orbit"), "expected true or false")
    book = script.book

    def read(words: list[str]) -> cmd.PokerCommand | ChangeBook | DealDue:
        nonlocal book
        action = read_poker_words_at(book, table, words)
        if isinstance(action, ChangeBook):
            book = action.book
        return action

    actions = tuple(located(number, text, read) for number, text in enumerate(script.actions, 1))
    check_rounds(sum(isinstance(action, cmd.StartRound) for action in actions))
    state = open_table(table, players, button, first_orbit=first_orbit)
    placed = placed_cards(script, range(1, seats + 1), dealer=False, board=True)
    return PokerScript(state, actions, deals_by_hand(data), placed)


def _dealt_by_hand(script: Script) -> bool:
    """Such a file names the cards in its acts, as they are turned up, and has no other."""
    given = script.table.get("cards", Faces.SEALED)
    if given not in (Faces.SEALED, Faces.BY_HAND):
        raise wrong(("table", "cards"), f'expected "sealed" or "by-hand", got {shown(given)}')
    if given != Faces.BY_HAND:
        return False
    if any(script.shoes) or script.cards:
        raise wrong(("table", "cards"), '"by-hand": the acts name the cards; leave shoe and [cards] out')
    if script.table.get("settle", "by-hand") != "by-hand":
        raise wrong(("table", "settle"), 'a table dealt by hand is run by a dealer, and there it is "by-hand" (R-93)')
    return True


def table_keys(table: PokerTable) -> dict[str, Any]:
    """The sign of a table as it stands under [table]."""
    keys: dict[str, Any] = {
        "seats": table.seats,
        "small-blind": dollars(table.small_blind),
        "stake": [dollars(table.stake_low), dollars(table.stake_high)],
        "chip": dollars(table.chip),
        "rake-percent": dollars(table.rake_basis_points),
    }
    return keys if table.rake_cap is None else keys | {"rake-cap": dollars(table.rake_cap)}


def read_poker_words_at(book: Rulebook, table: PokerTable, words: list[str]) -> cmd.PokerCommand | ChangeBook | DealDue:
    """What is played, or what a script says of the table itself."""
    words, by = speaker(words)
    if words[:1] == ["board"] and not table.dealt_by_hand:
        raise Unreadable('board …: the dealer names cards where [table] has cards = "by-hand"')
    of_the_table = read_poker_words(book, table, words)
    return read_action(book, table.seats, words, by or IN_CHARGE) if of_the_table is None else of_the_table


def read_action(book: Rulebook, seats: int, words: list[str], actor: Actor) -> cmd.PokerCommand:
    """One act, said by this actor: what is reported they decide, if their rank suffices."""
    match words:
        case ["start"]:
            return cmd.StartRound()
        case ["settle"]:
            return cmd.Settle()
        case ["dealt"]:
            return cmd.DealFaceDown()
        case ["board", *lie] if lie:
            return cmd.NameCards((cmd.Lies(named_cards("board", lie)),))
        case ["incident", kind, *details]:
            return read_incident(book, seats, kind, details, actor)
        case [number, "moves-to", other]:
            return cmd.MoveSeat(place("seat", number, seats), place("seat", other, seats))
        case [number, *act]:
            return _read_act(place("seat", number, seats), act, actor)
        case _:
            raise Unreadable("an empty action")


def _read_act(seat: int, act: list[str], actor: Actor) -> cmd.PokerCommand:
    match act:
        case ["look"]:
            return cmd.LookAtCards(seat)
        case [("fold" | "check" | "call" | "allin") as verb]:
            return cmd.TakeAction(seat, Act(verb))
        case [("bet" | "raise") as verb, chips]:
            return cmd.TakeAction(seat, Act(verb), amount(verb, chips))
        case ["out-of-turn", ("fold" | "check" | "call" | "allin") as verb]:
            return cmd.ActOutOfTurn(seat, Act(verb))
        case ["out-of-turn", ("bet" | "raise") as verb, chips]:
            return cmd.ActOutOfTurn(seat, Act(verb), amount(verb, chips))
        case ["shows", *hand]:
            return cmd.ShowHand(seat, named_cards("shows", hand))
        case ["mucks"]:
            return cmd.MuckHand(seat)
        case ["sits", player, chips]:
            return cmd.SitDown(seat, player, amount("sits", chips), by=actor)
        case ["relocated", player, chips]:
            return cmd.SitDown(seat, player, amount("relocated", chips), relocated=True, by=actor)
        case ["relocated", player, chips, came_from] if came_from.startswith("from="):
            table = came_from.removeprefix("from=")
            if why := named(table):
                raise Unreadable(f"from={shown(table)}: {why}")
            return cmd.SitDown(seat, player, amount("relocated", chips), relocated=True, by=actor, came_from=table)
        case ["tops-up", chips]:
            return cmd.TopUp(seat, amount("tops-up", chips))
        case ["takes-off", chips]:
            return cmd.TakeOff(seat, amount("takes-off", chips))
        case ["away"]:
            return cmd.GoAway(seat)
        case ["back"]:
            return cmd.ComeBack(seat)
        case ["leaves"]:
            return cmd.LeaveTable(seat)
        case ["gone"]:
            return cmd.DeemGone(seat, actor)
        case _:
            raise Unreadable(
                f"{shown(' '.join(act) or 'nothing')} is not an act at a poker table; known: look, fold, check, call, "
                "bet AMOUNT, raise TOTAL, allin, out-of-turn ACT, shows, shows CARDS, mucks, sits NAME STAKE, "
                "relocated NAME STAKE, relocated NAME STAKE from=TABLE, tops-up AMOUNT, takes-off AMOUNT, away, back, "
                "moves-to SEAT, leaves, gone"
            )


def named_cards(what: str, named: list[str]) -> tuple[Card, ...]:
    """One that is named twice is for the rules to refuse."""
    return tuple(card for word in named for card in cards(what, word))


def read_incident(book: Rulebook, seats: int, kind: str, details: list[str], actor: Actor) -> cmd.ReportIrregularity:
    known = known_to(book)
    if kind not in known:
        raise Unreadable(
            f"incident {shown(kind)} is unknown to {book.key}; known: {', '.join(sorted(known))}, "
            "and other with ruling=void or continue for the rest"
        )
    which = cmd.Incident(kind)
    given = read_details(kind, details, IRREGULARITIES[which])
    if which in (cmd.Incident.EARLY_CARD, cmd.Incident.TOO_MANY) and given["street"] == "deal":
        raise Unreadable(f"incident {kind}: street=deal: expected one of flop, turn, river")
    if "other-cards-exposed" in given and given.get("street", "deal") == "deal":
        raise Unreadable(f"incident {kind}: other-cards-exposed=… goes with street=flop, turn or river")
    return cmd.ReportIrregularity(
        which,
        by=actor,
        seat=place("seat", given["seat"], seats) if "seat" in given else None,
        card=given.get("card"),
        cards=given.get("cards", 1),
        street=cmd.Street(given["street"]) if "street" in given else None,
        reconstructable=given.get("reconstructable", False),
        other_cards_exposed=given.get("other-cards-exposed", False),
        void=given.get("ruling") == "void",
        shoe=given.get("shoe", ()),
    )


def _positive(key: str, value: object) -> Cents:
    chips = amount(("table", key), value)
    if chips <= 0:
        raise wrong(("table", key), "expected more than 0")
    return chips


def _rake(script: Script, value: object) -> int:
    percent = amount(("table", "rake-percent"), value)
    bound = script.book.procedure.rake_percent_bound
    if percent > bound * 100:
        raise wrong(("table", "rake-percent"), f"at most {bound} is allowed (4.1), not {value}")
    return percent


def _players(script: Script, seats: int) -> dict[int, tuple[str, Cents]]:
    players: dict[int, tuple[str, Cents]] = {}
    for number, value in script.sections.get("seats", {}).items():
        seat = place("[seats]", number, seats, ("seats", number))
        name, chips = _player(number, value)
        if name in {player for player, _ in players.values()}:
            raise wrong(("seats", number), f"{name} has a seat already")
        players[seat] = (name, chips)
    return players


def _player(number: str, value: Any) -> tuple[str, Cents]:
    match value:
        case [name, chips] if (player := name_of_player(name)) is not None:
            return player, amount(("seats", number), chips)
        case _:
            expected = f"expected a name of 1 to {LONGEST_NAME} printable characters and a table stake"
            raise wrong(("seats", number), f'{expected}, such as ["Ann", "200"]')

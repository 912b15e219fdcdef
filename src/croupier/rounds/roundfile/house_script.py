"""The vocabulary of round files for house-banked tables."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from croupier.base.actors import Actor
from croupier.base.errors import Unreadable
from croupier.base.limits import LONGEST_NAME
from croupier.base.values import Value
from croupier.rounds.dealing.following import Jackpot, jackpot_at
from croupier.rounds.roundfile.by_whom import IN_CHARGE, speaker
from croupier.rounds.roundfile.details import read_details
from croupier.rounds.roundfile.placed import Placed, placed_cards
from croupier.rounds.roundfile.read import (
    OF_ANY_TABLE,
    Script,
    amount,
    check_keys,
    check_rounds,
    deals_by_hand,
    located,
    name_of_player,
    place,
    section,
    settles_by_hand,
    shown,
    whole,
    wrong,
)
from croupier.rounds.roundfile.read_tables import LinkedScript
from croupier.rounds.roundfile.table_words import DealDue, read_house_words, seated_later
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.irregularities import IRREGULARITIES
from croupier.rules.games.house.reports import policy_cites
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, JackpotFailure, Limits, Policy
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents, fraction

MOST_BOXES = 52
"""A deck has no more cards."""


class HouseScript(Value):
    game: HouseGame
    table: HouseTable
    jackpot: Jackpot | None
    actions: tuple[cmd.HouseCommand | DealDue, ...]
    failure: JackpotFailure | None = None
    """Of the jackpot system, since before the first round of the file."""
    deals_by_hand: bool = False
    placed: tuple[Placed, ...] = ()
    """Cards by place, of each round."""


def read_house_script(script: Script) -> HouseScript:
    game = HOUSE_GAMES[script.game]
    bets = [spot for spot in game.bets_in(script.book) if spot is not Spot.JACKPOT]
    check_keys(
        "[table]",
        script.table,
        {"boxes", "jackpot-bet", *OF_ANY_TABLE, "earlier-round", "jackpot-down", *bets},
        ("table",),
    )
    boxes = whole(("table", "boxes"), script.table.get("boxes", 7), 1, MOST_BOXES)
    most = game.most_boxes[script.device]
    if boxes > most:
        raise wrong(("table", "boxes"), f"a single deck serves {most} boxes of this game, not {boxes}")
    players = {
        place("[boxes]", number, boxes, ("boxes", number)): _player(number, name)
        for number, name in script.sections.get("boxes", {}).items()
    }
    jackpot, jackpot_bet = _jackpot(game, script)
    table = HouseTable(
        device=script.device,
        limits={spot: _limits(spot, script.table[spot]) for spot in bets if spot in script.table},
        players=players,
        jackpot_bet=jackpot_bet,
        settles_by_hand=settles_by_hand(script.table),
        places=boxes,
    )
    known = replace(table, players={**seated_later(script.actions, boxes), **players})

    actions = tuple(
        located(number, text, lambda words: read_house_words_at(game, known, words))
        for number, text in enumerate(script.actions, 1)
    )
    check_rounds(1 + sum(isinstance(action, cmd.OpenRound) for action in actions))
    there, failure = _after_other_rounds(script, table)
    placed = placed_cards(script, sorted(known.players), dealer=True, board=game.board)
    return HouseScript(game, there, jackpot, actions, failure, deals_by_hand(script.table), placed)


def read_house_words_at(game: HouseGame, table: HouseTable, words: list[str]) -> cmd.HouseCommand | DealDue:
    """What is played, or what a script says of the table itself."""
    words, by = speaker(words)
    of_the_table = read_house_words(game, table, words)
    return read_action(game, table.players, words, by or IN_CHARGE) if of_the_table is None else of_the_table


def _after_other_rounds(script: Script, table: HouseTable) -> tuple[HouseTable, JackpotFailure | None]:
    """What is left of rounds before the first one of the file."""
    earlier = script.table.get("earlier-round", False)
    if not isinstance(earlier, bool):
        raise wrong(("table", "earlier-round"), "expected true or false")
    down = script.table.get("jackpot-down")
    if down is None:
        return replace(table, earlier_round=earlier), None
    policy, _, boxes = down.partition(" ") if isinstance(down, str) else ("", "", "")
    if policy not in (Policy.DISALLOW, Policy.WITHOUT_JACKPOT):
        wanted = 'expected "without-jackpot", "disallow" or "disallow 1,4"'
        raise wrong(("table", "jackpot-down"), f"{wanted}, got {shown(down)}")
    named = tuple(
        place("[table] jackpot-down", box, table.places, ("table", "jackpot-down")) for box in boxes.split(",") if boxes
    )
    failure = JackpotFailure(Policy(policy), named)
    cites = policy_cites(script.book, failure.policy)
    if failure.policy is Policy.WITHOUT_JACKPOT:
        return replace(table, earlier_round=True, jackpot_refused=cites), failure
    refused = dict.fromkeys(named or range(1, table.places + 1), cites)
    return replace(table, earlier_round=True, boxes_refused=refused), failure


class LinkedHouse(Value):
    """Several tables by name, and what is said at which of them."""

    tables: Mapping[str, HouseScript]
    jackpot: Jackpot
    actions: tuple[tuple[str, cmd.HouseCommand], ...]


def read_linked_script(script: LinkedScript) -> LinkedHouse:
    jackpot = _meter(next(iter(script.tables.values())).sections["jackpot"])
    tables: dict[str, HouseScript] = {}
    for number, (name, table) in enumerate(script.tables.items()):
        try:
            tables[name] = read_house_script(table)
        except Unreadable as error:
            raise Unreadable(f"table {name}: {error}", ("tables", number, *error.at)) from None
    actions = tuple(
        located(number, text, lambda words: _linked_action(tables, words))
        for number, text in enumerate(script.actions, 1)
    )
    check_rounds(len(tables) + sum(isinstance(action, cmd.OpenRound) for _, action in actions))
    return LinkedHouse(tables, jackpot, actions)


def _linked_action(tables: Mapping[str, HouseScript], words: list[str]) -> tuple[str, cmd.HouseCommand]:
    match words:
        case [name, *act] if name in tables:
            table = tables[name]
            act, by = speaker(act)
            return name, read_action(table.game, table.table.players, act, by or IN_CHARGE)
        case [name, *_]:
            raise Unreadable(
                f"{shown(name)} is not a table of this file; write TABLE ACTION (tables: {', '.join(tables)})"
            )
        case _:
            raise Unreadable("an empty action")


def read_action(game: HouseGame, boxes: Collection[int], words: list[str], actor: Actor) -> cmd.HouseCommand:
    """Reads one act of this actor, who also decides what they report if their rank suffices. `boxes`: those that can be
    named."""
    match words:
        case ["close"]:
            return cmd.CloseBets()
        case ["settle"]:
            return cmd.Settle()
        case ["next"]:
            return cmd.OpenRound()
        case ["incident", kind, *details]:
            return read_incident(game, boxes, kind, details, actor)
        case [number, *act]:
            return _read_act(game, occupied_box(number, boxes), act, actor)
        case _:
            raise Unreadable("an empty action")


def _read_act(game: HouseGame, box: int, act: list[str], actor: Actor) -> cmd.HouseCommand:
    decisions = game.decisions
    match act:
        case [spot, sum_] if spot in game.spots:
            return cmd.PlaceBet(box, Spot(spot), amount(spot, sum_))
        case [decision] if decision in decisions:
            return cmd.MakeDecision(box, Decision(decision))
        case ["look"]:
            return cmd.Look(box)
        case ["leaves"]:
            return cmd.WalkAway(box)
        case ["hides"]:
            return cmd.HideHand(box, actor)
        case ["continue"]:
            return cmd.Choose(box, cmd.Choice.CONTINUE)
        case ["withdraw"]:
            return cmd.Choose(box, cmd.Choice.WITHDRAW)
        case ["withdraw", spot] if spot in game.spots or spot in {move.spot for move in decisions.values()}:
            return cmd.WithdrawBet(box, Spot(spot))
        case [spot, sum_, "unnoticed"] if spot in game.spots:
            return cmd.PlaceBet(box, Spot(spot), amount(spot, sum_), unnoticed=True)
        case [decision, sum_] if decision in decisions and decisions[Decision(decision)].spot:
            return cmd.MakeDecision(box, Decision(decision), amount(decision, sum_))
        case _:
            bets = ", ".join(f"{spot} AMOUNT" for spot in game.spots)
            raise Unreadable(
                f"{shown(' '.join(act) or 'nothing')} is not an act of this game; known: {bets}, withdraw BET, look, "
                f"{', '.join(game.decisions)}, leaves, hides, continue, withdraw"
            )


def read_incident(
    game: HouseGame, boxes: Collection[int], kind: str, details: list[str], actor: Actor, *, places: bool = False
) -> cmd.ReportIrregularity:
    """`places`: a face-down card may be named by its place, as at a live table."""
    if kind not in game.incidents:
        raise Unreadable(f"incident {shown(kind)} is unknown to this game; known: {', '.join(sorted(game.incidents))}")
    incident = cmd.Incident(kind)
    given = read_details(kind, details, IRREGULARITIES[incident], places=places)
    named = tuple(dict.fromkeys(occupied_box(number, boxes) for number in given.get("box", ())))
    if "box" in given and given.get("dealer"):
        raise Unreadable(f"incident {kind}: box=… or dealer=true, not both")
    if "card" in given and not given.get("dealer"):
        raise Unreadable(f"incident {kind}: card=… names a card of the dealer's and needs dealer=true")
    return cmd.ReportIrregularity(
        incident,
        by=actor,
        boxes=named,
        dealer=given.get("dealer", False),
        cards=given.get("cards", 1),
        reconstructable=given.get("reconstructable", False),
        hands_movable=given.get("hands-movable", False),
        intentional=given.get("intentional", False),
        first=given.get("first"),
        second=given.get("second"),
        policy=Policy(given["policy"]) if "policy" in given else None,
        void=given.get("ruling") == "void",
        card=given.get("card"),
    )


_BOXES = {str(box): box for box in range(1, MOST_BOXES + 1)}


def occupied_box(number: str, boxes: Collection[int]) -> int:
    box = _BOXES.get(number)
    if box is not None and box in boxes:
        return box
    named = ", ".join(map(str, boxes))
    if number.isdecimal():
        raise Unreadable(f"{shown(number)} is not an occupied box; [boxes] names {named}")
    raise Unreadable(
        f"{shown(number)} does not start an action; write BOX ACT (boxes: {named}), close, settle, next "
        "or incident KIND …"
    )


def _player(number: str, name: object) -> str:
    player = name_of_player(name)
    if player is None:
        expected = f"expected a player's name of 1 to {LONGEST_NAME} printable characters"
        raise wrong(("boxes", number), f'{expected}, such as "Ann"')
    return player


def _limits(spot: Spot, value: object) -> Limits:
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(("table", spot), 'expected the smallest and the largest bet, such as ["10", "1000"]')
    low, high = (amount(("table", spot), item) for item in value)
    if low > high:
        raise wrong(("table", spot), "the smallest bet is above the largest")
    if not high:
        raise wrong(("table", spot), f"the largest bet must be something; leave {spot} out if it is not offered")
    return Limits(low, high)


def _jackpot(game: HouseGame, script: Script) -> tuple[Jackpot | None, Cents | None]:
    """A table with a meter has a jackpot; the bet is offered if its amount is prescribed."""
    if not game.offers_jackpot and ("jackpot-bet" in script.table or "jackpot" in script.sections):
        why = f"{script.game} has no jackpot bet; leave jackpot-bet and [jackpot] out"
        raise Unreadable(why, ("table", "jackpot-bet") if "jackpot-bet" in script.table else ("jackpot",))
    bet = amount(("table", "jackpot-bet"), script.table["jackpot-bet"]) if "jackpot-bet" in script.table else None
    if "jackpot" not in script.sections:
        return None, None
    return _meter(section(script.sections, "jackpot")), bet or None


def _meter(data: Mapping[str, object]) -> Jackpot:
    check_keys("[jackpot]", data, {"meter", "reset", "contribution", "limit", "carry"}, ("jackpot",))
    for key in ("meter", "reset", "contribution"):
        if key not in data:
            raise Unreadable(f"[jackpot] {key} is missing", ("jackpot",))
    part = data["contribution"]
    if not isinstance(part, str):
        raise wrong(("jackpot", "contribution"), 'expected a string, such as "0.60"')
    try:
        contribution = fraction(part)
    except ValueError as error:
        raise wrong(("jackpot", "contribution"), error) from None
    displayed, reset = (amount(("jackpot", key), data[key]) for key in ("meter", "reset"))
    limit = amount(("jackpot", "limit"), data["limit"]) if "limit" in data else None
    if limit is not None and limit < max(displayed, reset):
        raise wrong(("jackpot", "limit"), "expected no less than meter and reset")
    return jackpot_at(
        displayed=displayed, reset=reset, contribution=contribution, limit=limit, carry=_carry(data.get("carry", "0"))
    )


def _carry(text: object) -> int:
    """Of a cent, in its parts."""
    try:
        part = fraction(text) if isinstance(text, str) else None
    except ValueError:
        part = None
    if part is None or part >= 1:
        raise wrong(("jackpot", "carry"), 'expected the part of a cent that the meter does not show, such as "0.25"')
    return int(part * PARTS)

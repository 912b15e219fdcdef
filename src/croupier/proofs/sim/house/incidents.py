"""Chapter 5 and the standing rulings, as the referee reads them: what may be reported, and what is ruled."""

from typing import Protocol

from croupier.proofs.sim.house.account import Cites, Failure, Round, Ruled, Setup
from croupier.proofs.sim.house.papers import Game
from croupier.proofs.sim.house.words import Act

GROUNDS_FOR_VOID = {"foreign-card": "5.8.1", "deck-count": "5.8.3", "shoe-short": "5.8.4", "unshuffled": "5.8.5"}
OF_DEALT_CARDS = frozenset(
    {
        *("exposed", "misdealt", "no-burn", "simultaneous", "dealing-error"),
        *("player-count", "dealer-count", "community-count", "extra-look"),
    }
)
IMPOSSIBLE: list[Cites] = [frozenset({"R-96"})]
"""What cannot have happened."""


class RefereedTable(Protocol):
    """What the referee lets an incident see and change."""

    setup: Setup
    game: Game
    gone: set[str]
    failure: Failure | None
    rounds: int
    round: Round

    @property
    def offers_jackpot(self) -> bool: ...

    def take_out(self, number: int, *cites: str) -> None: ...

    def void(self, *cites: str) -> None: ...


def objections(table: RefereedTable, report: Act) -> list[Cites]:
    kind, round_ = report.spot, table.round
    if too_low := against_the_rank(table, report):
        return too_low
    if kind in ("no-burn", "simultaneous") and table.setup.device == "shuffler":
        return [frozenset({"5.9" if kind == "no-burn" else "5.14"})]
    if kind in ("jackpot-down", "jackpot-up") and not table.offers_jackpot:
        return [frozenset({"3.3"})]
    if kind not in OF_DEALT_CARDS:
        return []
    if not round_.dealt:  # then it means the round before
        return [] if table.rounds else IMPOSSIBLE
    if any(not round_.boxes[number].cards for number in report.boxes()):
        return IMPOSSIBLE
    match kind:
        case "dealer-count":
            return [] if round_.dealer else IMPOSSIBLE
        case "community-count":
            return [] if round_.community else IMPOSSIBLE
        case "player-count":
            return IMPOSSIBLE if _any_is_out(round_, report) else []
        case "exposed":
            return [] if _could_be_exposed(round_, report) else IMPOSSIBLE
        case "simultaneous":
            order, first, second = round_.dealt, report.details["first"], report.details["second"]
            drawn = first in order and second in order
            return [] if drawn and abs(order.index(first) - order.index(second)) == 1 else IMPOSSIBLE
        case "extra-look":
            return _against_extra_look(table, report.boxes()[0])
        case _:
            return []


RANKS = ("dealer", "pit supervisor", "pit manager", "shift manager")
LEFT_TO_THE_PIT = frozenset({"no-burn", "simultaneous", "extra-look", "jackpot-up"})


def against_the_rank(table: RefereedTable, act: Act) -> list[Cites]:
    """The speaker's rank is too low: by R-101 until the payments, by R-107 after them."""
    if RANKS.index(act.by) >= RANKS.index(_least(table, act)):
        return []
    return [frozenset({"R-107" if table.round.was_paid else "R-101"})]


def _least(table: RefereedTable, act: Act) -> str:
    kind, round_ = act.spot, table.round
    if act.verb == "hides" or kind in ("player-count", "dealer-count", "community-count"):
        if not round_.paid:
            return "dealer"
        return "shift manager" if _share_paid(round_) and not act.flag("reconstructable") else "pit supervisor"
    if kind == "other" or act.details.get("policy") == "close":
        return "shift manager"
    if kind == "no-burn" and round_.seen():
        return "dealer"
    return "pit supervisor" if kind in LEFT_TO_THE_PIT or "policy" in act.details else "dealer"


def _share_paid(round_: Round) -> bool:
    """The meter has paid a share: what undoes the settlement takes it back."""
    assert round_.settled is not None
    return any("jackpot" in lines and "R-13" in lines["jackpot"].must for lines in round_.settled.lines.values())


def _any_is_out(round_: Round, report: Act) -> bool:
    named = [round_.boxes[number] for number in report.boxes()]
    return any(box.out is not None or box.struck for box in named)


def _could_be_exposed(round_: Round, report: Act) -> bool:
    """Each exposed card of the round, earlier reports included, needs a face-down card of its own that it can be."""
    cards, boxes = int(report.details.get("cards", "1")), report.boxes()
    if _any_is_out(round_, report) or cards < len(boxes) or (report.flag("dealer") and not round_.dealer):
        return False
    named = report.details.get("card")
    if named is not None and (named not in round_.dealer or round_.dealer.index(named) == round_.up):
        return False
    lying: list[int | str] = [box.number for box in round_.boxes.values() for _ in box.cards]
    lying += ["dealer"] * (len(round_.dealer) - (round_.up is not None)) + ["board"] * len(round_.community)
    taken: dict[int, int] = {}
    told = [*round_.exposed, *_where(round_, report)]

    def finds(card: int, tried: set[int]) -> bool:
        for place, kind in enumerate(lying):
            if kind in told[card] and place not in tried:
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = card
                    return True
        return False

    return all(finds(card, set()) for card in range(len(told)))


def _where(round_: Round, report: Act) -> list[frozenset[int | str]]:
    """Card by card: where boxes are named each has one, and the rest are somewhere among them."""
    cards, boxes = int(report.details.get("cards", "1")), report.boxes()
    if report.flag("dealer"):
        return [frozenset({"dealer"})] * cards
    everywhere: list[int | str] = [*round_.boxes, "dealer", "board"]
    anywhere: frozenset[int | str] = frozenset(boxes or everywhere)
    return [*(frozenset({number}) for number in boxes), *[anywhere] * (cards - len(boxes))]


def _against_extra_look(table: RefereedTable, number: int) -> list[Cites]:
    """R-8: the first hand that a player examines is theirs; while they have seen none, any hand with an Ante is."""
    box, looks = table.round.boxes[number], table.round.first_look
    if box.out is not None or box.struck:
        return IMPOSSIBLE
    may_look = bool(box.live("ante")) and looks.get(box.player, number) == number
    return [frozenset({table.game.extra_look, "R-8"})] if may_look else []


def perform(table: RefereedTable, report: Act) -> None:
    kind, round_, game = report.spot, table.round, table.game
    assert kind is not None
    if kind in OF_DEALT_CARDS and not round_.dealt:
        return _ruled(round_, kind, "none", game.too_late)
    if kind == "jackpot-down":
        return _jackpot_down(table, report)
    if kind == "jackpot-up":
        table.failure = None
        round_.jackpot_refused, round_.boxes_refused = False, frozenset()
        return _ruled(round_, kind, "none", game.after_down)
    if round_.phase == "void":
        return _ruled(round_, kind, "none", "R-50")
    if kind == "interruption":
        return _interruption(table)
    if kind == "player-count":
        return _player_count(table, report)
    if kind in ("dealer-count", "community-count"):
        return _dealer_count(table, report)
    if round_.paid:
        box = report.boxes()[0] if kind == "extra-look" else None
        return _ruled(round_, kind, "none", "R-50", box=box)
    if kind in GROUNDS_FOR_VOID:
        return _void(table, kind, GROUNDS_FOR_VOID[kind])
    return _of_the_deal(table, kind, report)


def _of_the_deal(table: RefereedTable, kind: str, report: Act) -> None:
    """What is ruled while the payments have not been made."""
    round_, game = table.round, table.game
    match kind:
        case "exposed":
            _exposed(table, report)
        case "face-up":
            _ruled(round_, kind, "continue", "5.13")
        case "misdealt":
            if report.flag("hands-movable"):
                _ruled(round_, kind, "reconstructed", "5.8.6", "R-52")
            elif round_.seen():
                _options(table, report, report.boxes())
            else:
                _void(table, kind, "5.8.6")
        case "no-burn":
            if round_.seen() or not report.flag("reconstructable"):
                _void(table, kind, "5.9")
            else:
                _options(table, report, [], "5.9")
        case "simultaneous":
            _simultaneous(table, report)
        case "dealing-error":
            _options(table, report, report.boxes())
        case "extra-look":
            _extra_look(table, report)
        case "other":
            if report.details["ruling"] == "void":
                _void(table, kind, game.shift_manager)
            else:
                _ruled(round_, kind, "continue", game.shift_manager)
        case _:
            raise AssertionError(kind)


def _ruled(round_: Round, kind: str, ruling: str, *cites: str, box: int | None = None) -> None:
    round_.incidents.append(Ruled(kind, ruling, frozenset(cites), box))


def _void(table: RefereedTable, kind: str, *cites: str) -> None:
    _ruled(table.round, kind, "void", *cites)
    table.void(*cites)


def _options(table: RefereedTable, report: Act, boxes: list[int], *cites: str) -> None:
    """5.10: to those affected who still play, are there and have not yet chosen to go on (R-56, R-95)."""
    round_ = table.round
    affected = {
        box.number
        for box in round_.playing()
        if (not boxes or box.number in boxes) and not box.committed and box.player not in table.gone
    }
    assert report.spot is not None
    _ruled(round_, report.spot, "options" if affected else "continue", *cites, "5.10", "5.10.3")
    round_.choosing |= affected


def _interruption(table: RefereedTable) -> None:
    """R-6: a fold of somebody with money at stake, or the dealer's hand, establishes an outcome."""
    round_ = table.round
    folded = any(box.folded is not None for box in round_.boxes.values())
    if round_.paid:  # nothing is left to conclude
        _ruled(round_, "interruption", "none", "R-50")
    elif folded or round_.dealer_shown:
        _ruled(round_, "interruption", "continue", "5.7.1", "R-6")
    else:
        _void(table, "interruption", "5.7.2")


def _exposed(table: RefereedTable, report: Act) -> None:
    round_, game = table.round, table.game
    cards = int(report.details.get("cards", "1"))
    dealers = report.flag("dealer")
    if dealers:
        round_.exposed_dealer += cards
    else:
        round_.exposed_boxes += cards
    covers = game.dealer_covers is not None and round_.exposed_dealer == 1
    if covers and dealers:
        assert game.dealer_covers is not None
        named = report.details.get("card", round_.dealer[0])
        round_.up = round_.dealer.index(named)  # it is face up now and no longer counts as exposed
        return _ruled(round_, "exposed", "continue", game.dealer_covers, "R-92")
    round_.exposed += _where(round_, report)
    if round_.seen():
        return _ruled(round_, "exposed", "continue", "5.12")
    if round_.exposed_boxes + (0 if covers else round_.exposed_dealer) >= 2:
        return _void(table, "exposed", "5.8.2")
    return _options(table, report, [] if dealers else report.boxes())


def _simultaneous(table: RefereedTable, report: Act) -> None:
    round_ = table.round
    first, second = report.details["first"], report.details["second"]
    if round_.dealt.index(first) > round_.dealt.index(second):
        other = {first: second, second: first}
        lying = [box.cards for box in round_.boxes.values()]
        for cards in (*lying, round_.dealt, round_.burnt, round_.dealer, round_.community):
            cards[:] = [other.get(card, card) for card in cards]
    _options(table, report, [], "5.14", "5.14.1")


def _player_count(table: RefereedTable, report: Act) -> None:
    round_ = table.round
    for number in report.boxes():
        if not report.flag("reconstructable"):
            _ruled(round_, "player-count", "invalidated", "5.15", box=number)
            table.take_out(number, "5.15")
            round_.boxes[number].folded = None  # the mistake was the dealer's, and everything goes back
        elif round_.paid:
            _ruled(round_, "player-count", "reconstructed", "5.15", "R-52", box=number)
        else:
            _options(table, report, [number], "R-52")


def _dealer_count(table: RefereedTable, report: Act) -> None:
    round_, kind = table.round, report.spot
    assert kind is not None
    if not report.flag("reconstructable"):
        _void(table, kind, "5.8.7")
    elif round_.paid:
        _ruled(round_, kind, "reconstructed", "5.8.7", "R-52")
    else:
        _options(table, report, [], "R-52")


def _extra_look(table: RefereedTable, report: Act) -> None:
    round_, game = table.round, table.game
    (number,) = report.boxes()
    box = round_.boxes[number]
    box.looked = True
    if not report.flag("intentional"):
        return _ruled(round_, "extra-look", "continue", game.extra_look, box=number)
    _ruled(round_, "extra-look", "invalidated", game.extra_look, box=number)
    if box.folded is None:
        return table.take_out(number, game.extra_look)
    box.struck = True
    jackpot = box.live("jackpot")
    alive = game.jackpot_outlives_a_fold(box) and not box.hidden
    if jackpot is not None and alive:  # what the fold has lost stays lost, and a hidden hand too
        jackpot.back = frozenset({game.extra_look, "R-94"})
    return None


def _jackpot_down(table: RefereedTable, report: Act) -> None:
    round_, game = table.round, table.game
    policy, boxes = report.details.get("policy"), frozenset(report.boxes())
    letter = {"close": "(a)", "disallow": "(b)", "without-jackpot": "(c)"}.get(policy or "", "")
    afterwards = f"{game.after_down}{letter}"
    if round_.over or round_.jackpot_refused:
        _ruled(round_, "jackpot-down", "none", afterwards)
    elif round_.seen():
        _ruled(round_, "jackpot-down", "continue", game.down_seen, afterwards)
    else:
        _ruled(round_, "jackpot-down", "void", game.down_unseen, afterwards)
        table.void(game.down_unseen)
    before = table.failure
    if before is not None and policy is None:
        return
    if before is not None and before.policy == policy and before.boxes and boxes:
        boxes |= before.boxes
    table.failure = Failure(policy, boxes)

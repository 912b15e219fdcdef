"""Chapter 5 and the standing rulings, as the referee reads them: what may be reported, and what is ruled."""

from typing import TYPE_CHECKING

from croupier.sim.house.account import Cites, Failure, Round, Ruled
from croupier.sim.house.words import Act

if TYPE_CHECKING:
    from croupier.sim.house.referee import Referee

GROUNDS_FOR_VOID = {"foreign-card": "5.8.1", "deck-count": "5.8.3", "shoe-short": "5.8.4", "unshuffled": "5.8.5"}
OF_DEALT_CARDS = frozenset(
    {
        *("exposed", "misdealt", "no-burn", "simultaneous", "dealing-error"),
        *("player-count", "dealer-count", "community-count", "extra-look"),
    }
)
IMPOSSIBLE: list[Cites] = [frozenset({"R-96"})]
"""What cannot have happened."""


def objections(referee: "Referee", report: Act) -> list[Cites]:
    kind, round_ = report.spot, referee.round
    if too_low := against_the_rank(referee, report):
        return too_low
    if kind in ("no-burn", "simultaneous") and referee.setup.device == "shuffler":
        return [frozenset({"5.9" if kind == "no-burn" else "5.14"})]
    if kind in ("jackpot-down", "jackpot-up") and not referee.offers_jackpot:
        return [frozenset({"3.3"})]
    if kind not in OF_DEALT_CARDS:
        return []
    if not round_.dealt:  # then it means the round before
        return [] if referee.rounds else IMPOSSIBLE
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
            return _against_extra_look(referee, report.boxes()[0])
        case _:
            return []


RANKS = ("dealer", "pit supervisor", "pit manager", "shift manager")
LEFT_TO_THE_PIT = frozenset({"no-burn", "simultaneous", "extra-look", "jackpot-up"})


def against_the_rank(referee: "Referee", act: Act) -> list[Cites]:
    """Whoever says it ranks too low: by R-101 until the payments, by R-107 after them."""
    if RANKS.index(act.by) >= RANKS.index(_least(referee, act)):
        return []
    return [frozenset({"R-107" if referee.round.was_paid else "R-101"})]


def _least(referee: "Referee", act: Act) -> str:
    kind, round_ = act.spot, referee.round
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
    """Each exposed card of the round, those told before included, needs a face-down card of its own that it can be."""
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


def _against_extra_look(referee: "Referee", number: int) -> list[Cites]:
    """R-8: the first hand that a player examines is theirs; while they have seen none, any hand with an Ante is."""
    box, looks = referee.round.boxes[number], referee.round.first_look
    if box.out is not None or box.struck:
        return IMPOSSIBLE
    may_look = bool(box.live("ante")) and looks.get(box.player, number) == number
    return [frozenset({referee.game.extra_look, "R-8"})] if may_look else []


def perform(referee: "Referee", report: Act) -> None:
    kind, round_, game = report.spot, referee.round, referee.game
    assert kind is not None
    if kind in OF_DEALT_CARDS and not round_.dealt:
        return _ruled(round_, kind, "none", game.too_late)
    if kind == "jackpot-down":
        return _jackpot_down(referee, report)
    if kind == "jackpot-up":
        referee.failure = None
        round_.jackpot_refused, round_.boxes_refused = False, frozenset()
        return _ruled(round_, kind, "none", game.after_down)
    if round_.phase == "void":
        return _ruled(round_, kind, "none", "R-50")
    if kind == "interruption":
        return _interruption(referee)
    if kind == "player-count":
        return _player_count(referee, report)
    if kind in ("dealer-count", "community-count"):
        return _dealer_count(referee, report)
    if round_.paid:
        box = report.boxes()[0] if kind == "extra-look" else None
        return _ruled(round_, kind, "none", "R-50", box=box)
    if kind in GROUNDS_FOR_VOID:
        return _void(referee, kind, GROUNDS_FOR_VOID[kind])
    return _of_the_deal(referee, kind, report)


def _of_the_deal(referee: "Referee", kind: str, report: Act) -> None:
    """What is ruled while the payments have not been made."""
    round_, game = referee.round, referee.game
    match kind:
        case "exposed":
            _exposed(referee, report)
        case "face-up":
            _ruled(round_, kind, "continue", "5.13")
        case "misdealt":
            if report.flag("hands-movable"):
                _ruled(round_, kind, "reconstructed", "5.8.6", "R-52")
            elif round_.seen():
                _options(referee, report, report.boxes())
            else:
                _void(referee, kind, "5.8.6")
        case "no-burn":
            if round_.seen() or not report.flag("reconstructable"):
                _void(referee, kind, "5.9")
            else:
                _options(referee, report, [], "5.9")
        case "simultaneous":
            _simultaneous(referee, report)
        case "dealing-error":
            _options(referee, report, report.boxes())
        case "extra-look":
            _extra_look(referee, report)
        case "other":
            if report.details["ruling"] == "void":
                _void(referee, kind, game.shift_manager)
            else:
                _ruled(round_, kind, "continue", game.shift_manager)
        case _:
            raise AssertionError(kind)


def _ruled(round_: Round, kind: str, ruling: str, *cites: str, box: int | None = None) -> None:
    round_.incidents.append(Ruled(kind, ruling, frozenset(cites), box))


def _void(referee: "Referee", kind: str, *cites: str) -> None:
    _ruled(referee.round, kind, "void", *cites)
    referee.void(*cites)


def _options(referee: "Referee", report: Act, boxes: list[int], *cites: str) -> None:
    """5.10: to those affected who still play, are there and have not yet chosen to go on (R-56, R-95)."""
    round_ = referee.round
    affected = {
        box.number
        for box in round_.playing()
        if (not boxes or box.number in boxes) and not box.committed and box.player not in referee.gone
    }
    assert report.spot is not None
    _ruled(round_, report.spot, "options" if affected else "continue", *cites, "5.10", "5.10.3")
    round_.choosing |= affected


def _interruption(referee: "Referee") -> None:
    """R-6: a fold of somebody with money at stake, or the dealer's hand, establishes an outcome."""
    round_ = referee.round
    folded = any(box.folded is not None for box in round_.boxes.values())
    if round_.paid:  # nothing is left to conclude
        _ruled(round_, "interruption", "none", "R-50")
    elif folded or round_.dealer_shown:
        _ruled(round_, "interruption", "continue", "5.7.1", "R-6")
    else:
        _void(referee, "interruption", "5.7.2")


def _exposed(referee: "Referee", report: Act) -> None:
    round_, game = referee.round, referee.game
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
        round_.up = round_.dealer.index(named)  # it lies face up now, and counts as exposed no more
        return _ruled(round_, "exposed", "continue", game.dealer_covers, "R-92")
    round_.exposed += _where(round_, report)
    if round_.seen():
        return _ruled(round_, "exposed", "continue", "5.12")
    if round_.exposed_boxes + (0 if covers else round_.exposed_dealer) >= 2:
        return _void(referee, "exposed", "5.8.2")
    return _options(referee, report, [] if dealers else report.boxes())


def _simultaneous(referee: "Referee", report: Act) -> None:
    round_ = referee.round
    first, second = report.details["first"], report.details["second"]
    if round_.dealt.index(first) > round_.dealt.index(second):
        other = {first: second, second: first}
        lying = [box.cards for box in round_.boxes.values()]
        for cards in (*lying, round_.dealt, round_.burnt, round_.dealer, round_.community):
            cards[:] = [other.get(card, card) for card in cards]
    _options(referee, report, [], "5.14", "5.14.1")


def _player_count(referee: "Referee", report: Act) -> None:
    round_ = referee.round
    for number in report.boxes():
        if not report.flag("reconstructable"):
            _ruled(round_, "player-count", "invalidated", "5.15", box=number)
            referee.take_out(number, "5.15")
            round_.boxes[number].folded = None  # the mistake was the dealer's, and everything goes back
        elif round_.paid:
            _ruled(round_, "player-count", "reconstructed", "5.15", "R-52", box=number)
        else:
            _options(referee, report, [number], "R-52")


def _dealer_count(referee: "Referee", report: Act) -> None:
    round_, kind = referee.round, report.spot
    assert kind is not None
    if not report.flag("reconstructable"):
        _void(referee, kind, "5.8.7")
    elif round_.paid:
        _ruled(round_, kind, "reconstructed", "5.8.7", "R-52")
    else:
        _options(referee, report, [], "R-52")


def _extra_look(referee: "Referee", report: Act) -> None:
    round_, game = referee.round, referee.game
    (number,) = report.boxes()
    box = round_.boxes[number]
    box.looked = True
    if not report.flag("intentional"):
        return _ruled(round_, "extra-look", "continue", game.extra_look, box=number)
    _ruled(round_, "extra-look", "invalidated", game.extra_look, box=number)
    if box.folded is None:
        return referee.take_out(number, game.extra_look)
    box.struck = True
    jackpot = box.live("jackpot")
    alive = game.jackpot_outlives_a_fold(box) and not box.hidden
    if jackpot is not None and alive:  # what the fold has lost stays lost, and a hidden hand too
        jackpot.back = frozenset({game.extra_look, "R-94"})
    return None


def _jackpot_down(referee: "Referee", report: Act) -> None:
    round_, game = referee.round, referee.game
    policy, boxes = report.details.get("policy"), frozenset(report.boxes())
    letter = {"close": "(a)", "disallow": "(b)", "without-jackpot": "(c)"}.get(policy or "", "")
    afterwards = f"{game.after_down}{letter}"
    if round_.over or round_.jackpot_refused:
        _ruled(round_, "jackpot-down", "none", afterwards)
    elif round_.seen():
        _ruled(round_, "jackpot-down", "continue", game.down_seen, afterwards)
    else:
        _ruled(round_, "jackpot-down", "void", game.down_unseen, afterwards)
        referee.void(game.down_unseen)
    before = referee.failure
    if before is not None and policy is None:
        return
    if before is not None and before.policy == policy and before.boxes and boxes:
        boxes |= before.boxes
    referee.failure = Failure(policy, boxes)

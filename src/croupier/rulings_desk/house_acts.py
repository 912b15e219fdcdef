"""What players did at a house-banked table: the desk plays it at an example table and reads the citations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from croupier.base.actors import Rank
from croupier.base.citation import Citation, is_ruling, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Part, Sentence, says, word
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.games.house import events as hev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import OpenRound, PlaceBet
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Phase, Standing
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.model import Rulebook
from croupier.rulings_desk.example_tables import HouseExample
from croupier.rulings_desk.model import Answer, Refusal
from croupier.rulings_desk.paragraphs import rule
from croupier.rulings_desk.remedies import brought_to_an_end, cited_beside, house_decisions

LEFT_BELOW = says("does.left-below")


def house_acts(example: HouseExample, kind: str, case: str) -> tuple[int, list[str]]:
    """The box, and the acts on it, in the words of round files."""
    looks, folds = example.cast.looks, example.cast.folds
    limits, ante = example.table.limits[Spot.ANTE], example.cast.ante
    over, under = dollars(Cents(2 * limits.high)), dollars(Cents(limits.low // 2))
    below = [f"{looks} withdraw ante", f"{looks} ante {under}"]
    acts = {
        ("over-limit", "noticed"): [f"{looks} ante {over}"],
        ("over-limit", "unnoticed"): [f"{looks} ante {over} unnoticed", "close"],
        ("below-minimum", "noticed"): [*below, "close"],
        ("below-minimum", "unnoticed"): [below[0], f"{below[1]} unnoticed", "close"],
        ("below-minimum", "left"): [*below, f"{looks} leaves", "close"],
        ("jackpot-without-ante", ""): [f"{looks} withdraw ante", "close"],
        ("late-bet", "added"): [f"{looks} ante {dollars(limits.low)}"],
        ("late-bet", "withdrawn"): [f"{looks} withdraw ante"],
        ("wrong-size", "larger"): [f"{looks} {_bet(example)} {dollars(Cents(8 * ante))}"],
        ("wrong-size", "smaller"): [f"{looks} {_bet(example)} {dollars(Cents(2 * ante // 5))}"],
        ("walked-away", ""): [f"{folds} leaves"],
        ("walked-away-decided", ""): [f"{looks} {_bet(example)}", f"{looks} leaves"],
        ("not-shown", "in-play"): [f"{looks} hides"],
        ("not-shown", "folded"): [f"{folds} hides"],
    }
    box = folds if kind == "walked-away" or case == "folded" else looks
    return box, acts[kind, case]


def _bet(example: HouseExample) -> str:
    """The due decision that comes with a bet."""
    with_a_bet = [decision for decision, move in example.game.decisions.items() if move.spot is not None]
    return with_a_bet[max(example.dealer.round.stage, 1) - 1]


def of_house(blank: Answer, example: HouseExample, kind: str, case: Mapping[str, str]) -> Answer:
    blank = replace(blank, decided_by=Rank.DEALER)
    if kind == "not-shown":
        example.with_dealer(qualifying=case.get("dealer") != "low")
    dealer = example.dealer
    box, acts = house_acts(example, kind, case.get("case", ""))
    was_over, was = dealer.round.over, dealer.round.boxes[box].standing
    try:
        events = [event for act in acts for event in example.play([act])]
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    following = tuple(house_decisions(dealer))
    if dealer.round.phase is not Phase.BETTING or kind.startswith("walked-away"):
        events += brought_to_an_end(dealer)
    theirs = _boxes_of_the_same_player(dealer, box) if kind.startswith("walked-away") else [box]
    cited = [cite for each in theirs for cite in (*_cited_of(each, events),) or _of_the_ante(dealer, each)]
    cites = tuple(dict.fromkeys(cited))
    if kind.startswith("walked-away") and was_over:
        void = dealer.round.phase is Phase.VOID
        gone = _refused_from_now_on(dealer, box)
        back = says("does.bets-settled", box=box, why=gone.says)
        if void:
            back = says("does.bets-gone-back", box=box, why=gone.says)
        return replace(blank, ruling="none", cites=gone.cites, does=(back,))
    told = [sentence for each in theirs for sentence in _told(dealer, each, kind, events)]
    if kind == "not-shown":
        told = list(_not_shown(dealer, box, folded_before=was is Standing.FOLDED))
    in_full = [cite for cite in cites if _of_a_remedy(cite)]
    if kind == "below-minimum" and case["case"] == "left":
        told = [LEFT_BELOW]
        in_full.remove(dealer.book.cite(House.BELOW_MINIMUM))  # it demands an act of an absent player
    does = (*told, *in_words(dealer.book, in_full))
    blank = replace(blank, beside=cited_beside(events))
    return replace(blank, ruling=_what_became(box, events), cites=cites, does=does, next=following)


def _boxes_of_the_same_player(dealer: HouseDealer, box: int) -> list[int]:
    """All boxes of the player, this one first: walking away leaves all of them (R-49)."""
    boxes = dealer.round.boxes
    return [box, *(other for other in boxes if other != box and boxes[other].player == boxes[box].player)]


def _cited_of(box: int, events: Iterable[object]) -> Iterator[Citation]:
    """The citations for this box at the act, and those of chapter 5 at settlement."""
    for event in events:
        match event:
            case hev.BetPlaced() | hev.BetReturned() | hev.ConsideredFolded() | hev.HandHidden() if event.box == box:
                yield from event.cites
            case hev.RoundSettled() | hev.RoundVoided() if box in event.boxes:
                lines = event.boxes[box].lines
                yield from (cite for line in lines for cite in line.cites if _of_chapter_5(cite))


def _of_chapter_5(cite: Citation) -> bool:
    return cite.startswith("5.") or cite == ruling(95)  # R-95 says how 5.5 and 5.6 combine with a choice of 5.10


def _of_the_ante(dealer: HouseDealer, box: int) -> tuple[Citation, ...]:
    """The paragraphs that settled its Ante, if nothing else is cited for the box."""
    return next((line.cites for line in dealer.round.boxes[box].lines if line.spot is Spot.ANTE), ())


def _of_a_remedy(cite: Citation) -> bool:
    """Chapters 4 and 5 say what is done; earlier ones say what should have been."""
    return cite.startswith(("4.", "5."))


def _what_became(box: int, events: Sequence[object]) -> str:
    if any(isinstance(event, hev.ConsideredFolded) and event.box == box for event in events):
        return "folded"
    if any(isinstance(event, hev.HandHidden) and event.box == box for event in events):
        return "hidden"
    if any(isinstance(event, hev.BetReturned) and event.box == box for event in events):
        return "returned"
    if any(isinstance(event, hev.BetPlaced) and event.box == box and event.excess for event in events):
        return "cut"
    return "accepted"


def _told(dealer: HouseDealer, box: int, kind: str, events: Sequence[object]) -> Iterator[Sentence]:
    """What happens to this box after its player has left."""
    if kind.startswith("walked-away"):
        if any(isinstance(event, hev.ConsideredFolded) and event.box == box for event in events):
            yield says("does.considered-folded", box=box)
        elif dealer.round.boxes[box].standing is Standing.FOLDED:
            yield says("does.folded-before", box=box)
        elif dealer.round.boxes[box].standing is Standing.RETURNED:
            yield says("does.out-before", box=box)
        else:
            yield says("does.settled-as-it-lies", box=box)


def _not_shown(dealer: HouseDealer, box: int, *, folded_before: bool) -> Iterator[Sentence]:
    """What happens to a hand that its player keeps back."""
    lines, not_shown = dealer.round.boxes[box].lines, dealer.book.cite(House.HAND_NOT_SHOWN)
    if folded_before:
        fold = _spots(line for line in lines if line.spot is not Spot.JACKPOT)
        yield says("does.lost-by-fold", box=box, spots=fold)
        lines = tuple(line for line in lines if line.spot is Spot.JACKPOT)
    lost = [line for line in lines if line.result is Result.LOSE and not_shown in line.cites]
    yield says("does.lost-unshown", box=box, spots=_spots(lost))
    if others := [line for line in lines if line not in lost]:
        yield says("does.settled-as-shown", spots=_spots(others))
    if dealer.round.community and any(line.spot is Spot.JACKPOT for line in lost):
        yield says("does.community-award")


def _spots(lines: Iterable[LineSettled]) -> Part:
    return tuple(word("spot", line.spot) for line in lines) or says("nothing")


def _refused_from_now_on(dealer: HouseDealer, box: int) -> Refusal:
    """The refusal when the player who has left wants to bet again."""
    dealer.act(OpenRound())
    try:
        dealer.act(PlaceBet(box, Spot.ANTE, cents("50")))
    except Refused as refused:
        return Refusal(refused.says, refused.cites)
    raise AssertionError("a player who has walked away is gone")


def in_words(book: Rulebook, cites: Iterable[Citation]) -> tuple[Sentence, ...]:
    return tuple(rule(book, cite) for cite in cites if not is_ruling(cite))

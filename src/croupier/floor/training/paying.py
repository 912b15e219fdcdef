"""The drill "Pay this layout": for every spot take, push or pay and an amount, marked by what the table itself did."""

import random
from collections.abc import Iterator, Mapping

from croupier.base.actors import PUBLIC
from croupier.base.citation import Citation
from croupier.base.json_answers import JsonObject
from croupier.base.values import Value
from croupier.floor.live.answers import drills as answers
from croupier.floor.training.layouts import RESET, HouseLayout, awards_known, house_layout, spots
from croupier.floor.training.questions import CHAPTERS
from croupier.floor.training.showdowns import Showdown, showdown
from croupier.floor.training.table_view import round_of, table
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.lines import Result
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of

TAKE, PUSH, PAY = "take", "push", "pay"
DOES = {Result.WIN: PAY, Result.LOSE: TAKE, Result.PUSH: PUSH, Result.RETURNED: PUSH}
SECONDS_A_SPOT = 12
"""The most time that passes."""
NOT_WON_IN = 3
"""One layout in this many also asks about an award that nobody won; otherwise being asked would give it away."""
TRIES = 2_000


class PaidEntry(Value):
    """What the trainee does with one spot; the amount is what is taken or paid."""

    do: str
    amount: Cents = Cents(0)


class Spot(Value):
    key: str
    """ "3/ante", "pot-1/rake", "pot-1/seat-4"."""
    place: int | None
    what: str
    lies: Cents | None
    """The chips there, before settlement."""
    entry: PaidEntry
    cites: tuple[str, ...]
    arithmetic: tuple[JsonObject, ...]


class PayQuestion:
    def __init__(self, laid_out: HouseLayout | Showdown, about: Citation | None, chance: random.Random) -> None:
        self.laid_out, self.about = laid_out, about
        self.spots = list(_of_showdown(laid_out) if isinstance(laid_out, Showdown) else _of_house(laid_out, chance))

    @property
    def seconds(self) -> int:
        return SECONDS_A_SPOT * len(self.spots)

    def asks(self) -> answers.DrillQuestion:
        laid_out = self.laid_out
        told = answers.DrillQuestion(
            kind="pay",
            table=table(laid_out.book, laid_out.device, laid_out.before),
            spots=[
                answers.SpotAsked(spot.key, spot.place, spot.what, None if spot.lies is None else dollars(spot.lies))
                for spot in self.spots
            ],
            seconds=self.seconds,
        )
        if isinstance(laid_out, HouseLayout):
            told.jackpot = answers.DrillJackpot(dollars(laid_out.meter), dollars(RESET), laid_out.across)
        return told

    def mark(self, given: Mapping[str, PaidEntry], seconds: int, number: int = 1) -> answers.MarkedTold:
        marks: list[answers.SpotMark] = []
        known: dict[str, bool] = {}
        for spot in self.spots:
            entry = given.get(spot.key)
            right = entry is not None and _same(entry, spot)
            for cite in spot.cites:
                if cite.startswith(CHAPTERS):
                    known[cite] = known.get(cite, True) and right
            marks.append(
                answers.SpotMark(
                    spot=spot.key,
                    right=right,
                    given=None if entry is None else _told(entry),
                    is_=_told(spot.entry),
                    cites=list(spot.cites),
                    arithmetic=list(spot.arithmetic),
                )
            )
        paid_right = sum(mark.right for mark in marks)
        return answers.MarkedTold(
            question=number,
            seconds=seconds,
            right=paid_right == len(marks),
            spots=marks,
            paid_right=paid_right,
            of=len(marks),
            in_time=seconds <= self.seconds,
            paragraphs=known,
        )


def _same(entry: PaidEntry, spot: Spot) -> bool:
    """Whether it is right. Nothing taken and nothing paid is a push, by any name; taking all needs no amount."""
    amount = entry.amount
    if entry.do == TAKE and not amount and spot.lies is not None:
        amount = spot.lies
    if not amount:
        return spot.entry.do == PUSH
    return entry.do == spot.entry.do and amount == spot.entry.amount


def _told(entry: PaidEntry) -> answers.EntryMarked:
    return answers.EntryMarked(entry.do, None if entry.do == PUSH else dollars(entry.amount))


def made(book: str, device: Device, about: Citation | None, chance: random.Random) -> PayQuestion | None:
    """A layout whose payments cite this paragraph, or any paragraph; None if no payment ever does."""
    lay_out = house_layout if game_of(book) in HOUSE_GAMES else showdown
    for _ in range(TRIES):
        laid_out = lay_out(book, device, chance)
        if about is None or about in laid_out.cites:
            return PayQuestion(laid_out, about, chance)
    return None


def _of_house(laid_out: HouseLayout, chance: random.Random) -> Iterator[Spot]:
    """From the view of the finished round, where every line and award has its arithmetic."""
    over = round_of(laid_out.book, laid_out.device, laid_out.after, PUBLIC)
    won = {award["award"] for box in over["boxes"].values() for award in box["awards"]}
    asked = won | {
        award
        for award in awards_known(at_the_table(laid_out.book, laid_out.device))
        if chance.randrange(NOT_WON_IN) == 0
    }
    for number, what, lies in spots(at_the_table(laid_out.book, laid_out.device), laid_out.before):
        if lies is None and what not in asked:
            continue
        box = over["boxes"][str(number)]
        key = f"{number}/{what}"
        if lies is None:
            paid = [award for award in box["awards"] if award["award"] == what]
            amount = Cents(sum(cents(award["paid"]) for award in paid))
            cites = tuple(dict.fromkeys(cite for award in paid for cite in award["cites"]))
            steps = tuple(step for award in paid for step in award.get("arithmetic", ()))
            yield Spot(key, number, what, None, PaidEntry(PAY if amount else PUSH, amount), cites, steps)
            continue
        line = box["bets"][what]
        do = DOES[Result(line["result"])]
        taken = Cents(cents(line["staked"]) - cents(line["returned"]))
        amount = cents(line["paid"]) if do == PAY else taken if do == TAKE else Cents(0)
        yield Spot(
            key, number, what, lies, PaidEntry(do, amount), tuple(line["cites"]), tuple(line.get("arithmetic", ()))
        )


def _of_showdown(laid_out: Showdown) -> Iterator[Spot]:
    over = round_of(laid_out.book, laid_out.device, laid_out.after, PUBLIC)
    for number, pot in enumerate(over["pots"], 1):
        cites, steps = tuple(pot["cites"]), tuple(pot.get("arithmetic", ()))
        rake = cents(pot["rake"])
        yield Spot(f"pot-{number}/rake", None, "rake", None, PaidEntry(TAKE if rake else PUSH, rake), cites, steps)
        for seat in pot["eligible"]:
            won = cents(pot["won"].get(str(seat), "0"))
            entry = PaidEntry(PAY if won else PUSH, won)
            yield Spot(f"pot-{number}/seat-{seat}", seat, "share", None, entry, cites, steps)

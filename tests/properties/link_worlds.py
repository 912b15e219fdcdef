"""Random evenings at two to six linked tables: each act is done by the link and by the model, and both are compared.

python -m tests.properties.link_worlds 20000      20,000 evenings, and what happened in them
"""

import sys
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import msgspec

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.rules.jackpot import commands as cmd
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot import machine
from croupier.rules.jackpot.evolve import evolve
from croupier.rules.jackpot.link import (
    Change,
    Correct,
    Link,
    LinkTable,
    Parameter,
    Parameters,
    SetParameter,
    TransferTo,
    UnlinkTable,
)
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import Cents
from tests.oracle.link_model import LinkModel

SHARES = (Fraction(1), Fraction(1, 4), Fraction(1, 10), Fraction(1, 20))
RATES = ("0.60", "0.333333333333", "0.0001", "0.9", "0")
MANAGERS = {name: Actor(Rank.SHIFT_MANAGER, name) for name in ("sam", "sue")}
PIT = Actor(Rank.PIT_SUPERVISOR, "pia")
GHOST = "ghost"
ACTS = 40
"""In one evening."""


class Mismatch(AssertionError):
    """Link and model disagree."""


class Act(NamedTuple):
    """A method of the model with its arguments."""

    name: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


class Evening:
    """One link and its model, acted on at random."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, Random(seed)
        choice = self.chance.choice
        tables = {f"t{number}": choice((1_00, 5_00, 50_00)) for number in range(1, choice((2, 2, 3, 4, 5, 6)) + 1)}
        start, reset = choice((300_00, 500_00, 700_00, 2_000_00)), 500_00
        rate, hidden = Fraction(choice(RATES)), Fraction(choice(("0", "0", "0.05", "0.000000000001")))
        limit = choice((None, None, 2_000_00, 2_030_01))
        verify_above = choice((None, 100_00, 600_00))
        self.model = LinkModel(
            tables, start=start, reset=reset, rate=rate, hidden=hidden, limit=limit, verify_above=verify_above
        )
        given = Parameters(Cents(reset), parts(rate), parts(hidden), cents(limit), cents(verify_above))
        opening = cmd.OpenLink("grand", Cents(start), given, {table: Cents(bet) for table, bet in tables.items()})
        events, link = machine.advance(None, opening)
        self.link: Link = link
        self.events: list[ev.LinkEvent] = [*events]
        self.story: list[Act] = []
        self.refused = 0

    def live(self, acts: int) -> None:
        for _ in range(acts):
            self.do(self.any_act() if self.chance.random() < 0.06 else self.likely_act())

    def do(self, act: Act) -> None:
        self.story.append(act)
        accepted: bool = getattr(self.model, act.name)(*act.arguments)
        try:
            events, after = machine.advance(self.link, command(act))
        except Refused as refusal:
            if accepted:
                raise self.differs(f"the link refuses: {refusal.why}") from None
            self.refused += 1
            return
        except AssertionError as error:
            raise self.differs(f"the link fails: {error}") from error
        if not accepted:
            raise self.differs("the link accepts what the model refuses")
        self.watch(events)
        self.link = after
        self.events.extend(events)
        self.compare()

    def watch(self, events: tuple[ev.LinkEvent, ...]) -> None:
        """What an award quotes is what the meter showed in that moment."""
        link = self.link
        for event in events:
            if isinstance(event, ev.AwardLocked | ev.FixedPreferred) and event.value != link.displayed:
                raise self.differs(f"award {event.award} is paid from {event.value}, displayed is {link.displayed}")
            link = evolve(link, event)

    def compare(self) -> None:
        ours, theirs = seen(self.link), expected(self.model, self.link)
        if ours != theirs:
            what = next(name for name in ours if ours[name] != theirs[name])
            raise self.differs(f"{what} is {ours[what]}, by the rulings {theirs[what]}")
        if not reconciliation(self.link).sound:
            raise self.differs(f"the books do not agree: {reconciliation(self.link)}")
        if self.link.meter.parts < self.link.floor * PARTS:
            raise self.differs("the meter is below its floor")

    def folded(self) -> Link:
        """From the journal's own words."""
        link = None
        for event in DECODER.decode(msgspec.json.encode(self.events)):
            link = evolve(link, event)
        assert link is not None
        return link

    def differs(self, why: str) -> Mismatch:
        return Mismatch("\n".join([f"evening {self.seed}: {why}", *map(str, self.story)]))

    # What happens at the tables

    def likely_act(self) -> Act:
        """Something that could well happen now; which tables wait for an award, a person would know, too."""
        chance, model = self.chance, self.model
        kind = chance.random()
        if kind < 0.08:
            return self.of_the_house()
        if model.suspended and kind < 0.2:
            return Act("resume", ())
        payable = [number for number, claim in model.claims.items() if claim["status"] in ("locked", "verified")]
        if payable and kind < 0.35:
            return self.payment(chance.choice(payable))
        table = chance.choice(tuple(model.tables or {GHOST: 0}))
        row = model.rounds.get(table)
        if row is None or row["status"] == "void":
            return self.deal(table, row)
        if row["status"] == "open":
            return self.in_a_round(table, row)
        if chance.random() < 0.2:
            return Act(chance.choice(("undo", "undo", "undo", "void")), (table, row["round"]))
        own = [number for number in payable if model.claims[number]["table"] == table]
        return self.payment(own[0]) if own else self.deal(table, row)

    def deal(self, table: str, row: Mapping[str, Any] | None) -> Act:
        boxes = self.chance.sample((1, 2, 3, 4, 5, 6, 7), self.chance.choice((1, 1, 2, 3)))
        bets = dict.fromkeys(boxes, self.model.tables.get(table, 5_00))
        return Act("deal", (table, 1 if row is None else row["round"] + 1, bets, self.chance.random() < 0.9))

    def in_a_round(self, table: str, row: Mapping[str, Any]) -> Act:
        chance, number, kind = self.chance, row["round"], self.chance.random()
        if kind < 0.16 and row["alive"]:
            return Act("fold", (table, number, [chance.choice(sorted(row["alive"]))]))
        if kind < 0.22 and row["given"]:
            return Act("take_out", (table, number, [chance.choice(sorted(row["given"]))]))
        if kind < 0.27:
            return Act("void", (table, number))
        if row["time"] is None:
            return Act("complete", (table, number))
        boxes = [box for box in sorted(row["alive"], reverse=True) if chance.random() < 0.5]
        claims = [(box, chance.choice(SHARES), chance.choice((0, 0, 25_00, 50_00, 500_00))) for box in boxes]
        return Act("settle", (table, number, claims))

    def payment(self, number: int) -> Act:
        claim = self.model.claims[number]
        if claim["status"] == "locked" and claim["must_verify"]:
            return Act("verify", (number,))
        return Act("pay", (number, claim["table"]))

    def of_the_house(self) -> Act:
        chance, model = self.chance, self.model
        waiting = [number for number in model.changes if number not in model.approved]
        if waiting and chance.random() < 0.6:
            return Act("approve", (waiting[0], "sue" if model.changes[waiting[0]]["by"] == "sam" else "sam"))
        kind = chance.random()
        if kind < 0.1:
            return Act("suspend", ())
        if kind < 0.2:
            return Act("receive", (Fraction(12_34), Fraction(1, 2), Fraction(3)))
        return Act("propose", (*self.any_change(), chance.choice(("sam", "sue"))))

    def any_change(self) -> tuple[str, object]:
        chance = self.chance
        return chance.choice(
            (
                ("reset", chance.choice((400_00, 500_00, 900_00, 2_500_00, None))),
                ("contribution", Fraction(chance.choice(RATES))),
                ("reserve", Fraction(chance.choice(("0", "0.1", "0.5")))),
                ("limit", chance.choice((None, 450_00, 1_500_00, 2_000_00))),
                ("verify-above", chance.choice((None, 0, 300_00))),
                ("correct", chance.choice((-700_00, -12_50, -1, 0, 1, 12_50, 900_00))),
                ("link", (chance.choice(("t1", "t2", "t7")), chance.choice((1_00, 5_00)))),
                ("unlink", chance.choice(("t1", "t3", "t7"))),
                ("transfer", chance.choice(("grand", "other"))) if chance.random() < 0.3 else ("correct", 5),
            )
        )

    def any_act(self) -> Act:
        """Mostly out of place."""
        chance, model = self.chance, self.model
        table = chance.choice((*model.tables, GHOST))
        number = model.rounds.get(table, {"round": 1})["round"] + chance.choice((-1, 0, 0, 1))
        boxes = [chance.randint(0, 8) for _ in range(chance.choice((0, 1, 1, 2)))]
        award = chance.randint(0, len(model.claims) + 1)
        bets = {box: chance.choice((1_00, 5_00, 5_01, 50_00)) for box in boxes}
        claims = [(box, chance.choice(SHARES), chance.choice((0, 1, -1))) for box in boxes]
        return chance.choice(
            (
                Act("deal", (table, number, bets)),
                Act("complete", (table, number)),
                Act("fold", (table, number, boxes)),
                Act("take_out", (table, number, boxes)),
                Act("settle", (table, number, claims)),
                Act("undo", (table, number)),
                Act("void", (table, number)),
                Act("verify", (award,)),
                Act("pay", (award, table)),
                Act("approve", (chance.randint(0, model.asked + 1), "sam")),
                Act("withdraw", (chance.randint(0, model.asked + 1),)),
                Act("resume", ()),
            )
        )


def seen(link: Link) -> dict[str, object]:
    pots = (link.meter, link.overflow, link.reserve)
    return {
        "the meter": link.meter.parts,
        "the value displayed": link.displayed,
        "the overflow": link.overflow.parts,
        "the reserve": link.reserve.parts,
        "what the House has made up": sum(pot.made_up for pot in pots),
        "the floor": link.floor,
        "suspended": link.suspended,
        "tables": link.tables,
        "the number of the parameters": link.parameters.number,
        "deals": link.deals_counted,
        "changes": {each.number for each in link.changes},
        "awards": {each.number: (each.state.value, each.value, each.amount) for each in link.awards.values()},
    }


def expected(model: LinkModel, link: Link) -> dict[str, object]:
    """The same as the model has it; of old awards only those that the link still has in sight."""
    return {
        "the meter": parts(model.value),
        "the value displayed": model.shown(),
        "the overflow": parts(model.overflow),
        "the reserve": parts(model.reserve),
        "what the House has made up": parts(model.house),
        "the floor": model.lowest(),
        "suspended": model.suspended,
        "tables": model.tables,
        "the number of the parameters": model.version,
        "deals": model.clock,
        "changes": set(model.changes),
        "awards": {
            number: (row["status"], row["value"], row["amount"])
            for number, row in model.claims.items()
            if number in link.awards or row["status"] in ("held", "locked", "verified")
        },
    }


DECODER = msgspec.json.Decoder(list[ev.LinkEvent])


def parts(amount: Fraction) -> int:
    whole, rest = divmod(amount.numerator * PARTS, amount.denominator)
    assert rest == 0, amount
    return whole


def cents(amount: int | None) -> Cents | None:
    return None if amount is None else Cents(amount)


def command(act: Act) -> cmd.LinkCommand:
    match act:
        case Act("deal", (table, number, bets, *complete)):
            return cmd.DealHands(table, number, bets, *complete)
        case Act("complete", (table, number)):
            return cmd.CompleteDeal(table, number)
        case Act("fold", (table, number, boxes)):
            return cmd.NarrowHands(table, number, tuple(boxes))
        case Act("take_out", (table, number, boxes)):
            return cmd.TakeBack(table, number, tuple(boxes))
        case Act("settle", (table, number, claims)):
            claimed = [cmd.Claim(box, share.numerator, share.denominator, fixed) for box, share, fixed in claims]
            return cmd.ResolveHands(table, number, tuple(claimed))
        case Act("undo", (table, number)):
            return cmd.ReopenHands(table, number)
        case Act("void", (table, number)):
            return cmd.VoidHands(table, number)
        case Act("verify", (award,)):
            return cmd.VerifyAward(award, PIT, "seen")
        case Act("pay", (award, table)):
            return cmd.PayAward(award, table)
        case Act("propose", (kind, what, by)):
            return cmd.ProposeChange(change(kind, what), MANAGERS[by], "asked for")
        case Act("approve", (number, by)):
            return cmd.ApproveChange(number, MANAGERS[by])
        case Act("withdraw", (number,)):
            return cmd.WithdrawChange(number, MANAGERS["sam"])
        case Act("receive", (value, overflow, reserve)):
            return cmd.ReceiveTransfer("other", parts(value), parts(overflow), parts(reserve))
        case Act("suspend", ()):
            return cmd.SuspendLink(PIT, "down")
        case Act("resume", ()):
            return cmd.ResumeLink(PIT, "up")
        case _:
            raise AssertionError(act)


def change(kind: str, what: Any) -> Change:
    match kind:
        case "correct":
            return Correct(what)
        case "link":
            return LinkTable(*what)
        case "unlink":
            return UnlinkTable(what)
        case "transfer":
            return TransferTo(what)
        case _:
            return SetParameter(Parameter(kind), parts(what) if isinstance(what, Fraction) else what)


def main(evenings: int) -> None:
    """Any difference ends it, with the story of the evening."""
    seen_events: Counter[str] = Counter()
    acts = refused = 0
    for seed in range(evenings):
        evening = Evening(seed)
        evening.live(ACTS)
        acts, refused = acts + len(evening.story), refused + evening.refused
        seen_events.update(type(event).__name__ for event in evening.events)
    print(f"{evenings} evenings, {acts} acts, {refused} of them refused; no difference")
    for name, times in seen_events.most_common():
        print(f"{times:9} {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)

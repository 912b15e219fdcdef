"""Compares what the engine reports of a round with the referee's account; returns the first difference in words."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.proofs.sim.house import casino_stud, three_card
from croupier.proofs.sim.house.account import Box, Cites, SimLine
from croupier.proofs.sim.house.referee import Grounds, Referee
from croupier.proofs.sim.house.words import dollars


class Broken(Exception):
    """The engine and the referee do not agree."""


QUALIFIES: Mapping[str, Callable[[list[str]], bool]] = {
    "three-card-poker": three_card.qualifies,
    "casino-stud": casino_stud.qualifies,
}

Report = Mapping[str, Any]


def check_refusal(grounds: Grounds, refused: tuple[str, Iterable[str]] | None) -> None:
    if refused is None:
        if grounds:
            raise Broken(f"accepted, though it must be refused by {_one_of(grounds)}")
        return
    why, cites = refused
    if not grounds:
        raise Broken(f"refused ({why}), though nothing forbids it")
    if not any(ground <= set(cites) for ground in grounds):
        raise Broken(f"refused by {sorted(cites)} ({why}), where {_one_of(grounds)} refuses")


def _one_of(grounds: Grounds) -> str:
    return " or ".join(" and ".join(sorted(ground)) or "the form of the game" for ground in grounds)


def check_report(report: Report, referee: Referee) -> None:
    round_, setup = referee.round, referee.setup
    _same("status", report["status"], round_.phase if round_.over else "open")
    if round_.phase == "void":
        _cited("void_cites", report["void_cites"], round_.void)
    _same("waiting", report.get("waiting"), _waiting(referee))
    with_bets = {str(box.number): box for box in round_.boxes.values() if box.bets}
    _same("boxes", sorted(report["boxes"]), sorted(with_bets))
    for number, box in with_bets.items():
        _check_box(f"box {number}", report["boxes"][number], referee, box)
    _same("dealer", report.get("dealer"), _dealer(referee))
    if setup.game == "progressive-holdem":
        _same("board", report["board"], " ".join(round_.community[: round_.turned]))
    if setup.device == "shoe":
        _same("burnt", report["burnt"], " ".join(round_.burnt))
    if setup.jackpot_bet is not None:
        before, after = dollars(int(round_.meter // 1)), dollars(referee.displayed())
        _same("jackpot", report["jackpot"], {"before": before, "after": after})
    _same("number of incidents", len(report["incidents"]), len(round_.incidents))
    for told, ruled in zip(report["incidents"], round_.incidents, strict=True):
        _same("incident", told["incident"], ruled.kind)
        _same(f"ruling on {ruled.kind}", told["ruling"], ruled.ruling)
        _cited(f"ruling on {ruled.kind}", told["cites"], ruled.cites)
        if ruled.box is not None:
            _same(f"box of {ruled.kind}", told.get("box"), ruled.box)


def _waiting(referee: Referee) -> list[dict[str, Any]] | None:
    round_ = referee.round
    if round_.over:
        return None
    if round_.choosing:
        return [{"box": number, "for": "choice"} for number in sorted(round_.choosing)]
    if round_.phase == "betting":
        return [{"for": "close"}]
    if round_.phase == "pause":
        return [{"for": "settle"}]
    return [{"box": number, "for": "decision"} for number in referee.undecided()]


def _dealer(referee: Referee) -> dict[str, Any] | None:
    round_ = referee.round
    told: dict[str, Any] = {}
    if round_.dealer_shown:
        told["hand"] = " ".join(round_.dealer)
        if referee.setup.game in QUALIFIES:
            told["qualifies"] = QUALIFIES[referee.setup.game](round_.dealer)
    if round_.up is not None:
        told["up"] = round_.dealer[round_.up]
    return told or None


def _check_box(where: str, told: Report, referee: Referee, box: Box) -> None:
    round_ = referee.round
    _same(f"{where}: player", told["player"], box.player)
    turned_up = round_.phase == "pause" and round_.dealer_shown and box.in_play and not box.hidden
    hand = " ".join(box.cards) if round_.over or box.looked or turned_up else None
    _same(f"{where}: hand", told.get("hand") or None, hand or None)
    _same(f"{where}: decisions", told["decisions"], box.decisions)
    if not round_.over:
        _same(f"{where}: bets", told["bets"], {spot: {"staked": dollars(bet.amount)} for spot, bet in box.bets.items()})
        return
    assert round_.settled is not None
    lines, awards = round_.settled.lines[box.number], round_.settled.awards[box.number]
    _same(f"{where}: bets", sorted(told["bets"]), sorted(lines))
    for spot, line in lines.items():
        _check_line(f"{where}: {spot}", told["bets"][spot], line, referee.game.deciding)
    _same(
        f"{where}: awards",
        [_award(award) for award in told["awards"]],
        [(a.name, dollars(a.paid), a.source) for a in awards],
    )
    for award, expected in zip(told["awards"], awards, strict=True):
        _cited(f"{where}: {expected.name}", award["cites"], expected.must)
    net = sum(line.returned + line.paid - line.staked for line in lines.values()) + sum(award.paid for award in awards)
    _same(f"{where}: net", told["net"], dollars(net))


def _award(award: Report) -> tuple[str, str, int | None]:
    return award["award"], award["paid"], award.get("from")


def _check_line(where: str, told: Report, line: SimLine, deciding: Cites) -> None:
    expected = (dollars(line.staked), dollars(line.returned), dollars(line.paid), line.result)
    _same(
        f"{where} (staked, returned, paid, result)",
        tuple(told[key] for key in ("staked", "returned", "paid", "result")),
        expected,
    )
    _cited(where, told["cites"], line.must)
    if strange := deciding.intersection(told["cites"]) - line.must - line.may:
        raise Broken(f"{where}: cites {sorted(strange)}, which did not decide it; that was {sorted(line.must)}")


def _cited(where: str, told: Iterable[str], must: Cites) -> None:
    if missing := must - set(told):
        raise Broken(f"{where}: cites {sorted(told)}, but not {sorted(missing)}")


def _same(where: str, told: object, expected: object) -> None:
    if told != expected:
        raise Broken(f"{where}: the engine says {told}, the referee {expected}")

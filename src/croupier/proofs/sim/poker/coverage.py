"""What a run of random poker tables must have met; what it never met, it has not tested."""

from collections import Counter
from collections.abc import Iterator, Mapping

EXPECTED: Mapping[str, tuple[str, ...]] = {
    "Tables": (
        "poker@6, shoe",
        "poker@7, shoe",
        "poker@7, shuffler",
        *(f"{number} dealt in" for number in range(2, 10)),
        "blinds that are not whole chips (R-84)",
    ),
    "The start of a round": (
        "blind of a stack too short for it",
        "somebody has no chips",
        "missed the small blind",
        "missed the big blind",
        "no small blind (5.5)",
        "button on the absent player's seat (5.5)",
        "first orbit goes on",
        "new in the first orbit, joins free",
        "relocated, joins free",
        "new player posts to join",
        "new player takes the big blind",
        "pays both blinds missed",
        "pays the small blind missed",
        "back at the big blind, small one missed",
        "back at the big blind, both missed",
        "waits for the button to pass",
        "has waited, pays and plays",
        "begins again: nobody to wait for",
        "dead money in the pot",
    ),
    "Betting": (
        "folds",
        "folds for nothing",
        "checks and calls",
        "all-in calls",
        "short calls",
        "BETs",
        "all-in BETs",
        "short all-in BETs",
        "full raises",
        "half raises",
        "all-in for exactly half a raise",
        "all-ins of less than half a raise",
        "calls or folds after a short all-in",
        "the big blind raises",
        "acts out of turn",
        "bets out of turn forfeited",
        "calls behind a check, having acted early (R-83)",
    ),
    "Pots": (
        "won without a showdown",
        "walks",
        "nothing in the pot",
        "uncalled bets",
        "1 pot",
        "2 pots",
        "3 pots",
        "4 pots",
        "5 or more pots",
        "split pots",
        "pots split three ways or more",
        "odd chips",
        "split pots with less than a chip in them",
        "rake cut by the cap",
        "rake cap used up by the main pot",
    ),
    "Showdown": (
        "showdowns",
        "shown first: raiser",
        "shown first: opener",
        "shown first: left of the button",
        "the one who should show first has folded",
        "hands mucked at the showdown",
        "all hands turned up",
        "pots with one claimant at a showdown",
        "won by a player who has left",
        "shown though it need not be",
    ),
    "People": (
        "looks at their cards",
        "sits down",
        "is relocated to the table",
        "sits down again",
        "tops up",
        "tops up, having nothing",
        "goes away",
        "away when their turn comes",
        "comes back",
        "deemed gone",
        "leaves between rounds",
        "leaves with a live hand",
        "leaves all-in",
        "leaves after folding",
        "exposes their hand",
        "exposes their hand, all-in",
    ),
    "Irregularities": (
        "void rounds",
        "streets taken back",
        "streets taken back in the pause (R-93)",
        "waits for its dealer to pay (R-93)",
        "shoes reshuffled",
        "exposed cards replaced",
        "face-up cards set aside",
    ),
    "Looks taken": (
        "whole universe of acts tried",
        "moments seen by everybody",
        "rounds read back from JSON",
        *(
            f"refused {name}"
            for name in (
                *("StartRound", "DealCards", "LookAtCards", "TakeAction", "ShowHand", "SitDown", "TopUp", "TakeOff"),
                *("GoAway", "ComeBack", "LeaveTable", "DeemGone", "ActOutOfTurn", "ReportIrregularity"),
            )
        ),
    ),
}


def never(covered: Counter[str]) -> list[str]:
    return [name for names in EXPECTED.values() for name in names if not covered[name]]


def table(covered: Counter[str]) -> Iterator[str]:
    """Counts by group, expected ones first and then everything else that was met."""
    known = {"rounds", "refused", *(name for names in EXPECTED.values() for name in names)}
    for heading, names in EXPECTED.items():
        yield heading
        for name in names:
            yield f"  {covered[name]:>12,}  {name}"
    others = sorted(name for name, count in covered.items() if count and name not in known)
    if others:
        yield "Also"
        for name in others:
            yield f"  {covered[name]:>12,}  {name}"

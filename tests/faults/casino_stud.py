"""Faults in the rules of Casino Stud, its own and those that it shares with the other house games."""

from tests.faults.planting import Planted

ACTS = "rules.games.house.machine"
AWARDS = "rules.jackpot.awards"
FOLLOWING = "rounds.dealing.following"
LIFE = "rules.games.house.life"
LINK = "rules.jackpot.machine"
EVOLVE = "rules.games.house.evolve"
LINES = "rules.games.house.lines"
MACHINE = "rules.games.casino_stud.machine"
METER = "rules.jackpot.meter"
DECISIONS = "rules.games.house.decisions"
QUEUE = "rules.jackpot.link"
REPORTS = "rules.games.house.reports"
RULINGS = "rules.games.house.rulings"
SETTLE = "rules.games.casino_stud.settle"
SETTLEMENT = "rules.games.house.settlement"

FAULTS = (
    # --- Payments
    Planted(
        "the payout limit counts the stake too",
        "R-21",
        LINES,
        "wins",
        "if cap is not None and paid > cap[0]:\n        paid, cites = cap[0], (*cites, cap[1])",
        "if cap is not None and paid + bet.counts > cap[0]:\n"
        "        paid, cites = Cents(cap[0] - bet.counts), (*cites, cap[1])",
    ),
    Planted(
        "the lowest Ace and King does not qualify",
        "R-20",
        SETTLE,
        "qualifies",
        "dealer_value >= qualifying_value",
        "dealer_value > qualifying_value",
    ),
    Planted(
        "a dealer who does not qualify gives the BET back as a stand off",
        "3.13",
        SETTLE,
        "settle_bet",
        "return goes_back(bet, book.cite(CasinoStud.DEALER_NOT_QUALIFIED))",
        "return stands_off(bet, book.cite(CasinoStud.DEALER_NOT_QUALIFIED))",
    ),
    Planted(
        "a hand that is not shown wins the jackpot",
        "R-91",
        SETTLE,
        "settle_jackpot",
        "if facts.outcome is Outcome.NOT_SHOWN:",
        "if facts.outcome is Outcome.NOT_SHOWN and PAID_AS[facts.hand] not in book.jackpot.rows:",
    ),
    Planted(
        "the jackpot bet of a folded box is dead",
        "R-23",
        SETTLE,
        "settle_jackpot",
        "if facts.outcome is Outcome.NOT_SHOWN:",
        "if facts.outcome in (Outcome.NOT_SHOWN, Outcome.FOLDED):",
    ),
    Planted(
        "a BET that is too small counts at its proper size",
        "5.3.2",
        SETTLEMENT,
        "counted",
        "bets[spot] = Counted(spot, stake.amount, stake.amount, (book.cite(House.UNDERSIZED_BET),))",
        "bets[spot] = Counted(spot, stake.amount, Cents(size), (book.cite(House.UNDERSIZED_BET),))",
    ),
    # --- Meter
    Planted(
        "a partial award brings the meter below its reset value",
        "R-11",
        METER,
        "decide",
        "max(meter.reset, Cents(meter.displayed - amount))",
        "Cents(meter.displayed - amount)",
    ),
    Planted(
        "the meter pays anticlockwise",
        "4.5.1",
        QUEUE,
        "in_order",
        "return award.deal, award.box",
        "return award.deal, -award.box",
    ),
    Planted(
        "a box that withdraws leaves its contribution in the meter",
        "R-54",
        FOLLOWING,
        "_taken_out",
        "if event.box in deal.contributions:",
        "if event.box not in deal.contributions:",
    ),
    Planted(
        "what is settled anew is paid from a meter that has paid already",
        "R-5",
        AWARDS,
        "reopen",
        "draft.emit(undone(draft.link, award))",
        "pass",
    ),
    Planted(
        "a void leaves the contributions in the meter",
        "R-7",
        LINK,
        "void_hands",
        "take_back(draft, command.table, tuple(sorted(deal.contributions)), *cites)",
        "pass",
    ),
    # --- Irregularities
    Planted(
        "the exposed dealer's card does not become the face-up card",
        "R-92",
        EVOLVE,
        "_face_up_card_exposed",
        "replace(round_, up=event.card)",
        "round_",
    ),
    Planted(
        "the dealer's first exposed card adds up with a player's",
        "R-53",
        RULINGS,
        "exposed",
        "dealer = 0  #",
        "dealer = 1  #",
    ),
    Planted(
        "a foreign card found after the settlement voids the round",
        "R-50",
        RULINGS,
        "ground_for_void",
        "if draft.round.settlement_made:",
        "if draft.round.phase is Phase.VOID:",
    ),
    Planted(
        "a wrong number of cards found after the settlement comes too late",
        "5.15",
        RULINGS,
        "player_count",
        "take_out(draft, report, number, cite, ruling(54), *undone)",
        "if draft.round.settlement_made:\n"
        "            comes_too_late(draft, report, cite, box=number)\n"
        "        else:\n"
        "            take_out(draft, report, number, cite, ruling(54), *undone)",
    ),
    Planted(
        "an extra look at a folded hand gives the Ante back",
        "R-94",
        RULINGS,
        "extra_look",
        "if box.standing is Standing.FOLDED:",
        "if box.standing is Standing.RETURNED:",
    ),
    Planted(
        "a jackpot system that works again is no help before the next round",
        "5.18.2",
        RULINGS,
        "jackpot_up",
        "draft.emit(ev.RestrictionsLifted())",
        "pass",
    ),
    Planted(
        "a jackpot system that fails before the payments voids a round that was looked at",
        "5.18.1",
        RULINGS,
        "jackpot_down",
        "elif seen(draft.round):",
        "elif seen(draft.round) and not draft.round.dealer_shown:",
    ),
    Planted(
        "who walks away while choosing has withdrawn",
        "R-95",
        DECISIONS,
        "walk_away",
        "draft.emit(ev.OptionChosen(number, (*continues, ruling(95)), left=True))",
        "draft.emit(ev.BoxTakenOut(number, (book.cite(House.BET_RETURNED_ON_REQUEST), ruling(10))))",
    ),
    Planted(
        "what is settled anew waits for the dealer once more",
        "R-93",
        SETTLEMENT,
        "conclude",
        "draft.round.table.settles_by_hand and not draft.round.undone",
        "draft.round.table.settles_by_hand",
    ),
    Planted(
        "a failure for which no boxes are named disallows none",
        "5.18.2",
        LIFE,
        "refused_next",
        "state.failure.boxes or range(1, state.table.places + 1)",
        "state.failure.boxes",
    ),
    Planted(
        "a second box that is disallowed takes the place of the first",
        "5.18.2",
        LIFE,
        "_policy_named",
        "known.policy is report.policy and known.boxes and boxes",
        "False",
    ),
    # --- Who decides
    Planted(
        "a dealer undoes a settlement",
        "R-107",
        REPORTS,
        "decided_by",
        "if row.undoes_settlement and round_.settlement_made:",
        "if row.undoes_settlement and not round_.dealt:",
    ),
    Planted(
        "the pit supervisor takes back a share of the meter",
        "R-107",
        REPORTS,
        "who_undoes",
        "if (share or large) and not put_right",
        "if large and not put_right",
    ),
    Planted(
        "what is put right takes a share back",
        "R-107",
        REPORTS,
        "who_undoes",
        "if (share or large) and not put_right",
        "if share or large",
    ),
    Planted(
        "the House is asked about a burn though somebody has looked",
        "R-107",
        REPORTS,
        "decided_by",
        "report.incident is Incident.NO_BURN and seen(round_)",
        "report.incident is Incident.NO_BURN and round_.dealer_shown",
    ),
    Planted(
        "a dealer hides a hand that was paid",
        "R-107",
        RULINGS,
        "hide_hand",
        "if command.by is not None:",
        "if command.by is None:",
    ),
    Planted(
        "after the payments the ranks of before hold",
        "R-107",
        REPORTS,
        "on_ranks",
        "ruling(107) if",
        "ruling(101) if",
    ),
)

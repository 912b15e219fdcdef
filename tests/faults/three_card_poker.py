"""Faults in the rules of 3 Card Poker, its own and those that it shares with the other house games."""

from tests.faults.planting import Planted

BETTING = "rules.games.house.betting"
MACHINE = "rules.games.three_card.machine"
LINK_EVOLVE = "rules.jackpot.evolve"
METER = "rules.jackpot.meter"
DECISIONS = "rules.games.house.decisions"
RULINGS = "rules.games.house.rulings"
SETTLE = "rules.games.three_card.settle"
SETTLEMENT = "rules.games.house.settlement"

FAULTS = (
    # --- Envy Bonus
    Planted(
        "Envy Bonus for one's own second box",
        "4.7",
        MACHINE,
        "envy_bonuses",
        "other.player == box.player",
        "other.number == box.number",
    ),
    Planted(
        "a Pair-Plus-only hand triggers the Envy Bonus",
        "4.8",
        MACHINE,
        "envy_bonuses",
        " or other.bet(_ANTE) is None",
        "",
    ),
    Planted(
        "a folded A-K-Q triggers the Envy Bonus",
        "R-14",
        MACHINE,
        "envy_bonuses",
        "for other in round_.in_play():",
        "for other in [each for each in round_.boxes.values() if each.cards]:",
    ),
    Planted(
        "a folded jackpot bet gets the Envy Bonus",
        "R-14",
        MACHINE,
        "envy_bonuses",
        "if box.standing is _FOLDED:",
        "if not box.shown:",
    ),
    # --- Ante, Play, Pair Plus
    Planted(
        "in a Stand Off the Play bet is returned without a result",
        "3.15.3",
        SETTLE,
        "settle_play",
        "return stands_off(play,",
        "return goes_back(play,",
    ),
    Planted(
        "the lowest Queen high does not qualify",
        "R-16",
        SETTLE,
        "qualifies",
        "dealer_value >= qualifying_value",
        "dealer_value > qualifying_value",
    ),
    Planted(
        "no Ante Bonus where the dealer wins",
        "R-17",
        SETTLE,
        "ante_bonus",
        "or facts.outcome is _FOLDED",
        "or facts.outcome in (_FOLDED, _LOWER)",
    ),
    Planted(
        "the Ante Bonus is paid on what lies beyond the limit too",
        "R-46",
        SETTLE,
        "ante_bonus",
        "Cents(ante.counts * odds)",
        "Cents(ante.staked * odds)",
    ),
    Planted(
        "a fold keeps a Pair Plus bet that has won",
        "3.12.1",
        SETTLE,
        "settle_pair_plus",
        "if facts.outcome is _FOLDED:",
        'if facts.outcome is _FOLDED and not book.pays("pair-plus", _as_straight_flush(facts.hand)):',
    ),
    Planted(
        "a hand that is not shown loses against a dealer who does not qualify",
        "R-74",
        SETTLE,
        "facts_of",
        "return Facts(_NOT_QUALIFIED if outcome is _NOT_QUALIFIED else _LOWER, _NOT_SHOWN)",
        "return Facts(_LOWER, _NOT_SHOWN)",
    ),
    # --- Bets and limits
    Planted(
        "what is added to an unnoticed bet goes unnoticed too",
        "R-76",
        BETTING,
        "place_bet",
        "if command.unnoticed or total <= limits.high:",
        "if command.unnoticed or (already is not None and already.unnoticed) or total <= limits.high:",
    ),
    Planted(
        "a jackpot bet without an Ante feeds the meter",
        "5.4",
        BETTING,
        "close_bets",
        "(stake := box.bet(_JACKPOT)) is not None",
        "(stake := box.bets.get(_JACKPOT)) is not None",
    ),
    Planted(
        "a second jackpot bet on the same box is taken",
        "R-47",
        BETTING,
        "check_jackpot_bet",
        "if _JACKPOT in box.bets:",
        "if _JACKPOT in box.bets and amount != prescribed:",
    ),
    Planted(
        "a Play bet above the Ante is cut to what lies there as Ante",
        "R-46",
        SETTLEMENT,
        "counted",
        "size = ante.counts * multiple",
        "size = ante.staked * multiple",
    ),
    # --- Jackpot
    Planted(
        "of two awards worth the same the meter pays",
        "R-59",
        METER,
        "decide",
        "if claim.at_least and amount <= claim.at_least:",
        "if amount < claim.at_least:",
    ),
    Planted(
        "a jackpot that is won takes the part of a cent with it",
        "R-79",
        LINK_EVOLVE,
        "_award_locked",
        "parts=meter.parts - event.from_meter * PARTS,",
        "parts=(meter.cents - event.from_meter) * PARTS,",
    ),
    Planted(
        "the meter is reset to a cent too much",
        "R-11",
        METER,
        "decide",
        "stays = meter.reset if whole",
        "stays = Cents(meter.reset + 1) if whole",
    ),
    # --- Irregularities
    Planted(
        "an extra look before the decision is forgiven",
        "5.18",
        RULINGS,
        "extra_look",
        "if not report.intentional:",
        "if not report.intentional or not box.decisions:",
    ),
    Planted(
        "an extra look is no look",
        "R-8",
        RULINGS,
        "extra_look",
        "draft.emit(ev.HandExamined(box.number, by_right=False))",
        "pass",
    ),
    Planted(
        "who has chosen to continue is asked again",
        "R-56",
        RULINGS,
        "options",
        " and not box.committed and",
        " and",
    ),
    Planted(
        "the burn is put right though somebody has looked",
        "5.9",
        RULINGS,
        "no_burn",
        "if seen(draft.round):",
        "if seen(draft.round) and not report.reconstructable:",
    ),
    Planted(
        "an interruption after a fold voids the round",
        "R-6",
        SETTLEMENT,
        "outcome_established",
        "return any(box.standing is Standing.FOLDED for box in round_.boxes.values()) or any(",
        "return any(",
    ),
    Planted(
        "a player looks at two hands",
        "3.7",
        DECISIONS,
        "look_at",
        "if other.by_right and",
        "if other.by_right and not other.decisions and",
    ),
    Planted(
        "an absent player is asked to choose",
        "R-95",
        RULINGS,
        "options",
        " and box.player not in draft.round.departed",
        "",
    ),
)

"""Faults in the rules of Progressive Texas Hold'em, its own and those that it shares with the other house games."""

from tests.faults.planting import Planted

BETTING = "rules.games.house.betting"
EVOLVE = "rules.games.house.evolve"
MACHINE = "rules.games.progressive_holdem.machine"
DECISIONS = "rules.games.house.decisions"
REPORTS = "rules.games.house.reports"
RULINGS = "rules.games.house.rulings"
SETTLE = "rules.games.progressive_holdem.settle"
SETTLEMENT = "rules.games.house.settlement"

FAULTS = (
    # --- Bets
    Planted(
        "a fold keeps a Bonus bet that has won",
        "3.11.2",
        SETTLE,
        "settle_bonus",
        "if facts.outcome is Outcome.FOLDED:",
        'if facts.outcome is Outcome.FOLDED and not book.pays("bonus", facts.hole):',
    ),
    Planted(
        "the Ante is paid below a straight too",
        "3.13",
        SETTLE,
        "settle_against_dealer",
        "if bet.spot is Spot.ANTE and not facts.ante_pays:",
        "if bet.spot is Spot.ANTE and not facts.ante_pays and facts.hole is Hole.NOTHING:",
    ),
    Planted(
        "a River bet is measured by the Flop",
        "R-28",
        MACHINE,
        "settle_box",
        "counted(book, round_, box, book.procedure.multiples)",
        "counted(book, round_, box, {**book.procedure.multiples, Spot.RIVER: book.procedure.multiples[Spot.FLOP]})",
    ),
    Planted(
        "one Ace of the dealer's makes Aces in both hands",
        "4.1",
        SETTLE,
        "hole_cards",
        '{card[0] for card in dealer} == {"A"}',
        '"A" in {card[0] for card in dealer}',
    ),
    Planted(
        "a pair of Jacks is a low pair",
        "4.1",
        SETTLE,
        "hole_cards",
        'ranks & {"K", "Q", "J"}',
        'ranks & {"K", "Q"}',
    ),
    Planted(
        "a Bonus bet without an Ante plays on",
        "R-48",
        MACHINE,
        "",
        '("bonus-needs-ante", "bets-pay"), bonus_without_ante)',
        '("bonus-needs-ante", "bets-pay"))',
    ),
    # --- Jackpot
    Planted(
        "a royal flush on the turn is paid as on the river",
        "4.2",
        SETTLE,
        "own_award",
        "if _rank(hole + board[:4])",
        "if _rank(hole + board[:2] + board[3:4])",
    ),
    Planted(
        "a royal flush that lies wholly on the board is everybody's own",
        "R-26",
        SETTLE,
        "own_award",
        " or _rank(board) is FiveCardRank.ROYAL_FLUSH",
        "",
    ),
    Planted(
        "a folded box has lost its community chance",
        "R-27",
        SETTLE,
        "settle_jackpot",
        "return jackpot(book, bet, tuple(hands), book.cite(Holdem.FOLD_FORFEITS), ruling(27))",
        "return jackpot(book, bet, (), book.cite(Holdem.FOLD_FORFEITS), ruling(27))",
    ),
    Planted(
        "where all have folded the community cards are not dealt",
        "R-27",
        MACHINE,
        "community_chance",
        "box.standing is Standing.FOLDED and box.bet(Spot.JACKPOT) is not None",
        "box.standing is Standing.FOLDED and box.bet(Spot.JACKPOT) is not None and round_.turned > 0",
    ),
    Planted(
        "a hand that is not shown loses the community award",
        "R-74",
        SETTLE,
        "settle_jackpot",
        "if facts.board is not BoardAward.NONE:",
        "if facts.board is not BoardAward.NONE and facts.hole is not Hole.NOT_SHOWN:",
    ),
    Planted(
        "a share of the meter is paid though the fixed award is worth more",
        "R-12",
        SETTLEMENT,
        "jackpot",
        "return Share(best.numerator, best.denominator, fixed,",
        "return Share(best.numerator, best.denominator, Cents(0),",
    ),
    # --- Dealing and walking away
    Planted(
        "the dealer's own cards come before the river",
        "R-24",
        MACHINE,
        "places",
        "return street + (To.DEALER,) * cards",
        "return (To.DEALER,) * cards + street",
    ),
    Planted(
        "who walks away after the Flop bet plays on",
        "R-49",
        MACHINE,
        "",
        "decisions=len(STAGES))",
        "decisions=1)",
    ),
    Planted(
        "a Bonus bet below the minimum goes back at the close",
        "5.2",
        BETTING,
        "close_bets",
        "if box.player not in draft.round.departed:",
        "if box.player not in draft.round.departed and spot is _ANTE:",
    ),
    # --- Irregularities
    Planted(
        "the dealer's cards are miscounted before they lie",
        "R-96",
        REPORTS,
        "_check_dealer",
        "if not round_.dealer:",
        "if not round_.dealer and not round_.turned:",
    ),
    Planted(
        "a misdeal with movable hands gives options",
        "R-52",
        RULINGS,
        "misdealt",
        'return ruled(draft, report, "reconstructed", cite, ruling(52))',
        "return options(book, draft, report, report.boxes, cite, ruling(52))",
    ),
    Planted(
        "a card exposed after a look gives options",
        "R-51",
        RULINGS,
        "exposed",
        "if seen(round_):\n        return ruled(",
        "if seen(round_) and boxes + dealer >= 2:\n        return ruled(",
    ),
    Planted(
        "exposed cards of a round do not add up",
        "R-53",
        RULINGS,
        "exposed",
        "if boxes + dealer >= 2:\n        return void",
        "if report.cards >= 2:\n        return void",
    ),
    Planted(
        "two cards drawn at once change hands but not on the board",
        "5.14",
        EVOLVE,
        "_with_cards",
        "        community=changed(round_.community),\n",
        "",
    ),
    Planted(
        "where the community cards are put right only who has looked may choose",
        "R-52",
        RULINGS,
        "dealer_count",
        "return options(book, draft, report, (), cite, ruling(52))",
        "looked = tuple(box.number for box in draft.round.in_play() if box.looked)\n"
        "    return options(book, draft, report, looked, cite, ruling(52))",
    ),
)

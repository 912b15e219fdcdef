"""Words that stand in sentences."""

SINGLE_WORDS = {
    # joining words
    "none": "none",
    "or": "{first} or {then}",
    # bets
    "spot.ante": "ante",
    "spot.play": "play",
    "spot.bet": "bet",
    "spot.flop": "flop",
    "spot.turn": "turn",
    "spot.river": "river",
    "spot.pair-plus": "pair-plus",
    "spot.bonus": "bonus",
    "spot.jackpot": "jackpot",
    # decisions at house-banked tables
    "decision.fold": "fold",
    "decision.play": "play",
    "decision.bet": "bet",
    "decision.flop": "flop",
    "decision.turn": "turn",
    "decision.river": "river",
    "decision.check": "check",
    # acts at poker tables
    "act.fold": "fold",
    "act.check": "check",
    "act.call": "call",
    "act.bet": "bet",
    "act.raise": "raise",
    "act.allin": "allin",
    # streets
    "street.deal": "deal",
    "street.flop": "flop",
    "street.turn": "turn",
    "street.river": "river",
    # ranks, as the documents write them
    "rank.player": "Player",
    "rank.dealer": "Dealer",
    "rank.pit-supervisor": "Pit Supervisor",
    "rank.pit-manager": "Pit Manager",
    "rank.shift-manager": "Shift Manager",
    # roles
    "role.spectator": "spectator",
    "role.player": "player",
    "role.dealer": "dealer",
    "role.pit-supervisor": "pit supervisor",
    "role.shift-manager": "shift manager",
    "role.auditor": "auditor",
    "role.system": "system",
    # what has become of jackpot hands and awards
    "state.open": "open",
    "state.resolved": "resolved",
    "state.void": "void",
    "state.held": "held",
    "state.locked": "locked",
    "state.verified": "verified",
    "state.paid": "paid",
    "state.fixed": "fixed",
    "state.undone": "undone",
}

"""What is ruled on a report, and what a ruling does at the table."""

OF_RULINGS = {
    # what is ruled
    "ruling.void": "the round is void",
    "ruling.continue": "the round goes on",
    "ruling.options": "the players affected may continue or have their bets back",
    "ruling.invalidated": "the hand is struck out and its bets go back",
    "ruling.reconstructed": "it is put right and the round goes on",
    "ruling.reshuffled": "the cards go back and the rest of the shoe is shuffled again",
    "ruling.discarded": "the card is set aside",
    "ruling.corrected": "the cards on the table count",
    "ruling.recorded": "it is recorded, and what was settled stands",
    "ruling.none": "it changes nothing",
    "ruling.cut": "the bet counts up to the limit, the excess goes back",
    "ruling.returned": "the bet goes back",
    "ruling.accepted": "the act stands",
    "ruling.retracted": "the act is taken back",
    "ruling.folded": "the hand is folded",
    "ruling.hidden": "the hand wins nothing that depends on its ranking",
    "ruling.posts": "the player pays what is due and is dealt in",
    "ruling.free": "the player is dealt in and pays nothing",
    "ruling.waits": "the player is not dealt in yet",
    "ruling.passed over": "the round is dealt without the player",
    "ruling.gone": "the player is taken to have left",
    "ruling.dismissed": "dismissed",
    "ruling-and": "{first}, {then}",
    "ruling-settled-again": "it is put right, and the round is settled again",
    "ruling-fold-stands": "the hand is struck out; the bets that its fold lost stay lost",
    "cannot-stand": "the act does not stand, and nothing changes",
    # what follows, at house-banked tables
    "follows.options-one": (
        "Box {box} may continue or have its bets back. Nothing else is accepted before that is chosen"
    ),
    "follows.options-several": (
        "Boxes {boxes} may continue or have their bets back. Nothing else is accepted before all have chosen"
    ),
    "follows.box-out": "Box {box} is out of the round, and its bets go back",
    "follows.bet-back": "The {spot} bet on box {box} goes back",
    "follows.settlement-undone": "The settlement is undone, and what was paid is taken back",
    "follows.bets-back": "Every bet goes back to its player",
    "follows.decides-again": "Box {box} decides again, and the bet goes back",
    "follows.decide-again": "Boxes {boxes} decide again, and their bets go back",
    "follows.payment-recorded": "{paid} was pushed to box {box} and {due} was due; the settlement stands",
    "follows.looked-at": "The hand of box {box} counts as looked at",
    "follows.cards-change-places": "The two cards change places, and the hands with them",
    "follows.face-up-card": "The exposed card is the dealer's face-up card",
    "follows.dealer-turned-up": "The dealer's hand is turned up",
    "follows.settled": "The round is settled with the cards on the table",
    "follows.closes": "After this round the table is closed",
    "follows.no-bets": "After this round no bets are taken on any box",
    "follows.no-bets-on": "After this round no bets are taken on box {boxes}",
    "follows.without-jackpot": "After this round the table is played without jackpot bets",
    "follows.policy-open": "The House has not decided yet about the rounds after this one",
    # at poker tables
    "follows.chips-back": "Every chip goes back to its player, blinds included",
    "follows.leaves": "Seat {seat} leaves the table",
    "follows.card-set-aside": "The exposed card is set aside; seat {seat} gets the next card for it",
    "follows.next-card": "The face-up card is set aside; the one after it is the next card",
    "follows.dealt-again": "The {street} is taken back and dealt again; bets made on it go back",
    "follows.not-dealt-again": (
        "The {street} is taken back and not dealt again, because only one player is left; bets made on it go back"
    ),
    "follows.reshuffled": "The rest of the shoe is shuffled again",
    "follows.pots": "The pots are given out",
    # what is not known before
    "follows.hidden-cards": "The payments then depend on cards that are face down",
    "follows.waits": "It waits for the {rank}, and the table with it",
    "follows.card-named": (
        "The floor checks the card that you name when you send the report, not before;"
        " if another card is there, the report waits for the shift manager"
    ),
    "follows.entry-untried": "{ruling}; the floor checks whether these cards can be there when somebody decides",
}

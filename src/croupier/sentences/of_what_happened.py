"""What is told of an act where pages have no words of their own for the event."""

OF_WHAT_HAPPENED = {
    # whose
    "told.the-dealer": "The dealer",
    "told.the-board": "The board",
    "told.box-of": "Box {box}, {player}",
    # at house-banked tables
    "told.cards-named": "{whose}: {cards} lies face up",
    "told.cards-lie": "{whose}: {cards} lies there, where {read} was read",
    "told.street-dealt": "The {street} is dealt, face down",
    "told.dealer-takes-two": "The dealer takes two cards, face down",
    "told.bets-taken-again": "All bets are taken again, as the sign says",
    "told.face-up-card": "The dealer's {card} is the face-up card",
    "told.face-up-card-changes": "The dealer's {card} is the face-up card; {before} lies face down like the others",
    "told.box-out": "{whose} is out of the round; its bets go back",
    "told.cards-change-places": (
        "By ruling {first} came before {second}: the two change places, and the hands with them"
    ),
    "told.day-ends": "The day ends",
    # at poker tables
    "told.payments-wait": "Nothing is left to decide; the payments wait for the dealer",
    "told.acted-out-of-turn": "{player} acts out of turn ({act}): taken back, and remembered",
    "told.card-set-aside": "{card} of {player} is set aside",
    "told.gets-next-card": "{player} gets the next card of the shoe for it, face down",
    "told.next-card-used": "{card} is set aside; the card after it is used",
    "told.button-lies": "The button lies on seat {seat}",
    "told.dead-button": "The button goes to seat {seat} next, though nobody is there",
    "told.first-orbit-over": "The first orbit is over: whoever sits down from now on posts to join",
    "told.all-hands-up": "At most one player has chips left: all hands are turned up",
    "told.leaves-paid-later": "{player} leaves the table: paid out when the round is over",
    "told.leaves-hand-stays": "{player} leaves the table: the hand stays in",
    "told.leaves-all-in": "{player} leaves the table: the hand is all-in and stays in",
    "told.back-into-the-shoe": "Back into the shoe: {cards}",
    "told.next-as-if-not-dealt": "The next round begins as if this one had not been dealt",
    "told.table-waits": "The table waits: {why}",
    "told.table-goes-on": "The table goes on",
    "told.table-closed": "The table is closed",
    "told.day-ends-forgotten": "The day ends; what players left with is forgotten",
    # on the floor
    "told.new-rulebook": "From this round on the table is played by {book}",
    "told.brings": "{player} brings {amount} to the table",
    "told.leaves-with": "{player} leaves with {amount}",
    "told.leaves-when-over": "{player} leaves when the round is over",
    "told.time-ran-out": "The time of {player} has run out",
    "told.no-further-round": "No further round is played at this table",
    "told.reported": "Reported: {kind}. It waits for the {rank}",
    "told.ruled": "Incident {incident} is ruled, {ruling}, by the {rank}",
    "told.dismissed": "Incident {incident} is dismissed, by the {rank}",
}

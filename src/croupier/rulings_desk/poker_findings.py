"""What can be found at a poker table, in the vocabulary of round files, and what players do there."""

from croupier.games.poker.corrections import CORRECTIONS
from croupier.rulings_desk.model import Fact, Finding, Group, Reply
from croupier.rulings_desk.shared_findings import DECIDED, DECK_FAULTS, REAL_CARDS, REPAIR, WHICH_ROUND

STREETS = tuple(Reply(f"street={street}", f"the {street}") for street in ("flop", "turn", "river"))
BEFORE_STREETS = tuple(Reply(value.text, f"before {value.words}") for value in STREETS)
STREET = Fact("Which street?", STREETS)

POKER_FINDINGS = (
    DECK_FAULTS,
    Group(
        "Faults of the deal",
        (
            Finding(
                "exposed",
                "the dealer exposed cards during the deal",
                (
                    Fact(
                        "How many cards, and whose?",
                        (
                            Reply("seat=3", "one card of a seat"),
                            Reply("", "one card, nobody says whose"),
                            Reply("cards=2", "two or more cards"),
                            Reply("seat=3 earlier=seat", "one card of a seat, after another"),
                        ),
                    ),
                ),
            ),
            Finding("face-up", "the next card lies face up in the shoe"),
            Finding(
                "player-count",
                "a wrong number of cards in a player's hand",
                (REPAIR, Fact("Whose hand?", (Reply("seat=3", "of a seat"),))),
            ),
            Finding("hand-left-out", "a hand was not dealt", (REPAIR,)),
            Finding("extra-hand", "one hand too many was dealt", (REPAIR,)),
            Finding(
                "no-burn",
                "the burn was left out",
                (
                    Fact(
                        "Before what?",
                        (Reply("street=deal", "before the hole cards"), *BEFORE_STREETS, Reply("", "not said")),
                    ),
                    Fact(
                        REPAIR.question,
                        (
                            *REPAIR.replies,
                            Reply(
                                "reconstructable=true other-cards-exposed=true",
                                "could be put right, but a card was exposed that is none of the community's",
                                not_with=("street=deal", ""),
                            ),
                        ),
                    ),
                ),
            ),
            Finding("early-card", "a community card was exposed before its time", (STREET,)),
            Finding("too-many", "too many community cards were dealt", (STREET, REPAIR)),
        ),
    ),
    Group("The rest", (Finding("other", "anything that no paragraph names", (DECIDED,)),)),
)

BETTING_ROUNDS = (
    *("dealt", "looked", "first", "first-raised", "first-folded"),
    *(f"{street}{part}" for street in ("flop", "turn", "river") for part in ("", "-checked", "-bet", "-folded")),
)
STREET_LIES = ("flop", "turn", "river")
NO_BET_YET = tuple(f"{street}{part}" for street in STREET_LIES for part in ("", "-checked"))
SOME_BET = ("dealt", "looked", "first", "first-raised", "flop-bet", "turn-bet", "river-bet")

POKER_DEEDS = Group(
    "What a player did in the round",
    (
        Finding(
            "out-of-turn",
            "a player acted out of turn",
            (
                Fact(
                    "What was tried too early?",
                    (
                        Reply("", "a bet or raise was tried"),
                        Reply("tried=call", "a call was tried", only_in=SOME_BET),
                        Reply("tried=check", "a check or fold was tried"),
                        Reply(
                            "tried=bet-then-check",
                            "a bet or raise was tried, and then a check",
                            not_with=("case=calls", "case=bets-less", "case=bets-more", "case=posted-checks"),
                        ),
                    ),
                ),
                Fact(
                    "What do those do whose turn comes before?",
                    (
                        Reply("case=checks", "those before check", only_in=NO_BET_YET),
                        Reply("case=calls", "those before call", only_in=SOME_BET),
                        Reply(
                            "case=bets-less",
                            "one before bets or raises, to no more than was indicated",
                            not_with=("tried=call", "tried=check"),
                        ),
                        Reply("case=bets-more", "one before bets or raises, to more than was indicated"),
                        Reply("case=folds", "those before fold"),
                        Reply(
                            "case=posted-checks",
                            "one before checks, who has posted to join",
                            only_in=("dealt", "looked"),
                        ),
                    ),
                ),
            ),
            True,
            (*SOME_BET, *NO_BET_YET),
        ),
        Finding(
            "all-in",
            "a player is all-in for less than is asked for",
            (
                Fact(
                    "Of what does it fall short?",
                    (
                        Reply("case=blind", "of the big blind", only_in=("dealt", "looked")),
                        Reply("case=bet", "of the smallest BET, with no bet before it", only_in=STREET_LIES),
                        Reply("case=call", "of a call"),
                        Reply("case=below-half", "more than a call, and less than half of the smallest raise"),
                        Reply("case=from-half", "half of the smallest raise or more"),
                        Reply("case=two-below-half", "two in a row, each less than half of the smallest raise"),
                    ),
                ),
            ),
            True,
            ("dealt", "looked", *STREET_LIES),
        ),
        Finding("hand-shown", "a player showed their hole cards", (), True, BETTING_ROUNDS),
        Finding(
            "leaves",
            "a player left in the middle of the round",
            (
                Fact(
                    "For good?",
                    (
                        Reply("case=leaves", "for good"),
                        Reply("case=away", "for a while"),
                        Reply(
                            "case=out-of-turn",
                            "for good, after a bet out of turn and a fold before it",
                            only_in=("dealt", "looked", "first-raised"),
                        ),
                    ),
                ),
            ),
            True,
            BETTING_ROUNDS,
        ),
    ),
)

BETWEEN_ROUNDS = ("settled",)
SEATS = Group(
    "Joining, absence and missed blinds",
    (
        Finding(
            "joins",
            "a new player sits down",
            (
                Fact(
                    "When, and where?",
                    (
                        Reply("case=elsewhere", "neither at the button nor at a blind"),
                        Reply("case=big-blind", "where the big blind is due"),
                        Reply("case=small-blind", "where the small blind is due"),
                        Reply("case=button", "where the button is due"),
                        Reply("case=first-orbit", "in the first orbit, not where the big blind is due"),
                        Reply("case=first-orbit-big-blind", "in the first orbit, where the big blind is due"),
                        Reply("case=relocated", "relocated from another table, not where the big blind is due"),
                        Reply("case=relocated-big-blind", "relocated, where the big blind is due"),
                        Reply("case=playing", "while a round is played"),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "absent",
            "a player is absent when something is due on the seat",
            (
                Fact(
                    "What is due?",
                    (
                        Reply("case=small-blind", "the small blind"),
                        Reply("case=big-blind", "the big blind"),
                        Reply("case=both-blinds", "both blinds, on two absent players side by side"),
                        Reply("case=button", "the button"),
                        Reply("case=two-present", "the small blind, and only two are present"),
                        Reply("case=left", "the small blind, and the player has left for good"),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "returns",
            "a player comes back to the seat",
            (
                Fact(
                    "What was missed, and when does the player come back?",
                    (
                        Reply("case=missed-nothing", "nothing was missed"),
                        Reply("case=small-on-button", "the small blind; back when the button is due there"),
                        Reply("case=small-elsewhere", "the small blind; back away from button and blinds"),
                        Reply("case=small-at-big", "the small blind; back when the big blind is due there"),
                        Reply("case=big-waits", "the big blind; back in the next round"),
                        Reply("case=both-waits", "both blinds; back when the button is due there"),
                        Reply("case=both-elsewhere", "both blinds; back when the button has passed"),
                        Reply("case=both-at-big", "both blinds; back when the big blind is due there"),
                        Reply("case=playing", "while a round is played"),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "gone",
            "an absent player is to be deemed gone",
            (
                Fact(
                    "How many turns of the big blind were missed in a row?",
                    (Reply("case=twice", "two"), Reply("case=once", "one")),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
    ),
)

POKER_CORRECTIONS = Group(
    REAL_CARDS,
    (
        Finding(
            "entry",
            CORRECTIONS["entry"].words,
            (
                Fact(
                    "Which cards lie otherwise?",
                    (
                        Reply("seat=3", "a player's hand"),
                        Reply("board", "the community cards, the betting stands"),
                        Reply("board again=true", "the community cards, the betting round is played again"),
                    ),
                ),
                WHICH_ROUND,
            ),
            correction=True,
        ),
        Finding(
            "payment",
            CORRECTIONS["payment"].words,
            (
                Fact(
                    "What was pushed?",
                    (
                        Reply("pushed=more", "more than was due"),
                        Reply("pushed=less", "less than was due"),
                    ),
                ),
            ),
            correction=True,
        ),
    ),
)

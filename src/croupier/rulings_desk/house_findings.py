"""What can be found at a table with the House, in the vocabulary of round files, and what players do there."""

from croupier.games import HouseGame
from croupier.games.house.corrections import CORRECTIONS
from croupier.rulings_desk.model import Fact, Finding, Group, Reply
from croupier.rulings_desk.shared_findings import DECIDED, DECK_FAULTS, REAL_CARDS, REPAIR, WHICH_ROUND, yes_no


def has_board(game: HouseGame) -> bool:
    return game.board


def has_qualifier(game: HouseGame) -> bool:
    return game.qualifies is not None


def has_jackpot(game: HouseGame) -> bool:
    return game.offers_jackpot


def has_face_up_card(game: HouseGame) -> bool:
    return game.face_up


AFFECTED = Fact("Who is affected?", (Reply("", "everybody"), Reply("box=1", "one box")))
ALL_FOLDED = ("pause-folded", "settled-folded")
ONE_CAN_HAVE_FOLDED = (
    *("looked", "folded", "flop", "flop-folded", "turn", "turn-folded", "river"),
    *("pause", "choosing", "continued", "settled"),
)
"""A second box of a player who has looked at the first can have folded by itself."""

HOUSE = (
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
                            Reply("box=1", "one card of a box"),
                            Reply("dealer=true", "one card of the dealer"),
                            Reply(
                                "",
                                "one community card",
                                known_to=has_board,
                                of_the_board=True,
                            ),
                            Reply("cards=2 box=1", "two or more cards of boxes"),
                            Reply("cards=2 dealer=true", "two cards of the dealer"),
                            Reply("box=1 earlier=box", "one card of a box, after another in the round"),
                            Reply("box=1 earlier=dealer", "one card of a box, after one of the dealer"),
                            Reply("dealer=true earlier=box", "one card of the dealer, after one of a box"),
                            Reply("dealer=true earlier=dealer", "one card of the dealer, after another of the dealer"),
                        ),
                    ),
                ),
            ),
            Finding("face-up", "the next card lies face up in the shoe or shuffler"),
            Finding(
                "misdealt",
                "cards went to the wrong places",
                (
                    yes_no(
                        "Does moving complete hands put it right?",
                        "hands-movable",
                        "complete hands can be moved",
                        "complete hands cannot",
                    ),
                    AFFECTED,
                ),
            ),
            Finding("no-burn", "the burn was left out", (REPAIR,)),
            Finding(
                "simultaneous",
                "two cards were drawn at once",
                (
                    Fact(
                        "Did they lie in the order that the supervisor ruled?",
                        (
                            Reply("", "in the order that was ruled"),
                            Reply("swapped=true", "the other way round"),
                        ),
                    ),
                ),
            ),
            Finding("dealing-error", "any other dealing error", (REPAIR, AFFECTED)),
            Finding(
                "player-count",
                "a wrong number of cards in a player's hand",
                (
                    REPAIR,
                    Fact(
                        "Whose hand?",
                        (
                            Reply("box=1", "of a box in play", not_in=ALL_FOLDED),
                            Reply("box=2", "of the folded box", only_after_a_fold=True),
                        ),
                    ),
                ),
            ),
            Finding("dealer-count", "a wrong number of cards in the dealer's hand", (REPAIR,)),
            Finding("community-count", "a wrong number of community cards", (REPAIR,)),
        ),
    ),
    Group(
        "Players, jackpot and the rest",
        (
            Finding(
                "extra-look",
                "a player looked at a second hand",
                (
                    Fact(
                        "Which hand was it?",
                        (
                            Reply("box=4", "of the player's second box"),
                            Reply(
                                "box=4 second=folded",
                                "of the second box, which has folded",
                                only_in=ONE_CAN_HAVE_FOLDED,
                            ),
                        ),
                    ),
                    yes_no("On purpose?", "intentional", "on purpose", "not on purpose"),
                ),
            ),
            Finding(
                "jackpot-down",
                "the jackpot system fails",
                (
                    Fact(
                        "What does the House decide for the rounds after this one?",
                        (
                            Reply("", "nothing decided yet"),
                            Reply("policy=close", "close the table"),
                            Reply("policy=disallow", "no bets on any box"),
                            Reply("policy=disallow box=1", "no bets on one box"),
                            Reply("policy=without-jackpot", "play without jackpot bets"),
                        ),
                    ),
                ),
            ),
            Finding(
                "jackpot-up",
                "the jackpot system works again",
                (
                    Fact(
                        "When did it fail?",
                        (Reply("earlier=down", "it failed in this round"), Reply("", "it had not failed")),
                    ),
                ),
            ),
            Finding("other", "anything that no paragraph names", (DECIDED,)),
        ),
    ),
)

BETTING = ("bets-open", "bets-open-later")
DECIDING = ("dealt", "looked", "folded-unseen", "folded", "flop", "flop-folded", "turn", "turn-folded")
PAUSE = ("pause", "river", "pause-folded", "pause-withdrawn")
AFTER_THE_CLOSE = (
    *DECIDING,
    *PAUSE,
    *("choosing", "continued", "settled", "settled-folded", "settled-withdrawn", "void"),
)
SOMEBODY_STAYS = (*DECIDING, "pause", "river", "choosing", "continued", "settled")
NOTICED = Fact(
    "Was it noticed?", (Reply("case=noticed", "noticed before the close"), Reply("case=unnoticed", "not noticed"))
)

HOUSE_DEEDS = Group(
    "What a player did",
    (
        Finding("over-limit", "a bet above the limit", (NOTICED,), True, BETTING),
        Finding(
            "below-minimum",
            "a bet below the minimum",
            (
                Fact(
                    NOTICED.question,
                    (*NOTICED.replies, Reply("case=left", "noticed, and its player has walked away before the close")),
                ),
            ),
            True,
            BETTING,
        ),
        Finding(
            "jackpot-without-ante",
            "a jackpot bet without an Ante at the close",
            (),
            True,
            BETTING,
            known_to=has_jackpot,
        ),
        Finding(
            "late-bet",
            "a bet added or taken back after the close",
            (Fact("Which?", (Reply("case=added", "added"), Reply("case=withdrawn", "taken back"))),),
            True,
            AFTER_THE_CLOSE,
        ),
        Finding(
            "wrong-size",
            "a bet of the wrong size with the decision",
            (Fact("How?", (Reply("case=larger", "too large"), Reply("case=smaller", "too small"))),),
            True,
            (*DECIDING, "continued"),
        ),
        Finding("walked-away", "a player walked away", (), True),
        Finding("walked-away-decided", "a player decided, and then walked away", (), True, DECIDING),
        Finding(
            "not-shown",
            "a player does not show a hand",
            (
                Fact(
                    "Has it folded?",
                    (
                        Reply("case=in-play", "a hand in play", only_in=SOMEBODY_STAYS),
                        Reply("case=folded", "a folded hand", only_after_a_fold=True),
                    ),
                ),
                Fact(
                    "Has the dealer a Qualifying Hand?",
                    (
                        Reply("", "the dealer qualifies"),
                        Reply("dealer=low", "the dealer does not qualify", known_to=has_qualifier),
                    ),
                ),
            ),
            True,
            (*SOMEBODY_STAYS, "pause-folded", "settled-folded"),
        ),
    ),
)

HOUSE_CORRECTIONS = Group(
    REAL_CARDS,
    (
        Finding(
            "entry",
            CORRECTIONS["entry"].words,
            (
                Fact(
                    "Which cards lie otherwise?",
                    (
                        Reply("box=1", "a player's hand"),
                        Reply("dealer", "the dealer's hand"),
                        Reply("up", "the face-up card, decisions stand", known_to=has_face_up_card),
                        Reply("up again=true", "the face-up card, with new decisions", known_to=has_face_up_card),
                        Reply("board", "the community cards, decisions stand", known_to=has_board),
                        Reply("board again=true", "the community cards, with new decisions", known_to=has_board),
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
                    (Reply("pushed=more", "more than was due"), Reply("pushed=less", "less than was due")),
                ),
            ),
            correction=True,
        ),
    ),
)

"""What can be found at a house-banked table, in the words of round files, and what players do there."""

from croupier.base.sentences import says
from croupier.rules.games import HouseGame
from croupier.rulings_desk.model import Fact, Finding, Group, Reply
from croupier.rulings_desk.shared_findings import DECIDED, DECK_FAULTS, PUSHED, REAL_CARDS, REPAIR, WHICH_ROUND, yes_no


def has_board(game: HouseGame) -> bool:
    return game.board


def has_qualifier(game: HouseGame) -> bool:
    return game.qualifies is not None


def has_jackpot(game: HouseGame) -> bool:
    return game.offers_jackpot


def has_face_up_card(game: HouseGame) -> bool:
    return game.face_up


AFFECTED = Fact(
    says("ask.affected"), (Reply("", says("found.affected.all")), Reply("box=1", says("found.affected.one")))
)
ALL_FOLDED = ("pause-folded", "settled-folded")
ONE_CAN_HAVE_FOLDED = (
    *("looked", "folded", "flop", "flop-folded", "turn", "turn-folded", "river"),
    *("pause", "choosing", "continued", "settled"),
)
"""Phases in which the second box of a player who looked at the first can have folded alone."""

HOUSE = (
    DECK_FAULTS,
    Group(
        says("group.deal"),
        (
            Finding(
                "exposed",
                says("finding.exposed"),
                (
                    Fact(
                        says("ask.exposed"),
                        (
                            Reply("box=1", says("found.exposed.box")),
                            Reply("dealer=true", says("found.exposed.dealer")),
                            Reply(
                                "",
                                says("found.exposed.board"),
                                known_to=has_board,
                                of_the_board=True,
                            ),
                            Reply("cards=2 box=1", says("found.exposed.boxes")),
                            Reply("cards=2 dealer=true", says("found.exposed.dealer-two")),
                            Reply("box=1 earlier=box", says("found.exposed.box-again")),
                            Reply("box=1 earlier=dealer", says("found.exposed.box-after-dealer")),
                            Reply("dealer=true earlier=box", says("found.exposed.dealer-after-box")),
                            Reply("dealer=true earlier=dealer", says("found.exposed.dealer-again")),
                        ),
                    ),
                ),
            ),
            Finding("face-up", says("finding.face-up")),
            Finding(
                "misdealt",
                says("finding.misdealt"),
                (
                    yes_no(
                        says("ask.hands"),
                        "hands-movable",
                        says("found.hands.movable"),
                        says("found.hands.not-movable"),
                    ),
                    AFFECTED,
                ),
            ),
            Finding("no-burn", says("finding.no-burn"), (REPAIR,)),
            Finding(
                "simultaneous",
                says("finding.simultaneous"),
                (
                    Fact(
                        says("ask.drawn"),
                        (
                            Reply("", says("found.drawn.as-ruled")),
                            Reply("swapped=true", says("found.drawn.swapped")),
                        ),
                    ),
                ),
            ),
            Finding("dealing-error", says("finding.dealing-error"), (REPAIR, AFFECTED)),
            Finding(
                "player-count",
                says("finding.player-count"),
                (
                    REPAIR,
                    Fact(
                        says("ask.whose"),
                        (
                            Reply("box=1", says("found.whose.box"), not_in=ALL_FOLDED),
                            Reply("box=2", says("found.whose.folded-box"), only_after_a_fold=True),
                        ),
                    ),
                ),
            ),
            Finding("dealer-count", says("finding.dealer-count"), (REPAIR,)),
            Finding("community-count", says("finding.community-count"), (REPAIR,)),
        ),
    ),
    Group(
        says("group.players-and-jackpot"),
        (
            Finding(
                "extra-look",
                says("finding.extra-look"),
                (
                    Fact(
                        says("ask.which-hand"),
                        (
                            Reply("box=4", says("found.whose.second-box")),
                            Reply(
                                "box=4 second=folded",
                                says("found.whose.second-box-folded"),
                                only_in=ONE_CAN_HAVE_FOLDED,
                            ),
                        ),
                    ),
                    yes_no(says("ask.purpose"), "intentional", says("found.purpose.yes"), says("found.purpose.no")),
                ),
            ),
            Finding(
                "jackpot-down",
                says("finding.jackpot-down"),
                (
                    Fact(
                        says("ask.policy"),
                        (
                            Reply("", says("found.policy.open")),
                            Reply("policy=close", says("found.policy.close")),
                            Reply("policy=disallow", says("found.policy.no-bets")),
                            Reply("policy=disallow box=1", says("found.policy.no-bets-on-one")),
                            Reply("policy=without-jackpot", says("found.policy.without-jackpot")),
                        ),
                    ),
                ),
            ),
            Finding(
                "jackpot-up",
                says("finding.jackpot-up"),
                (
                    Fact(
                        says("ask.failed"),
                        (Reply("earlier=down", says("found.failed.this-round")), Reply("", says("found.failed.not"))),
                    ),
                ),
            ),
            Finding("other", says("finding.other"), (DECIDED,)),
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
    says("ask.noticed"),
    (Reply("case=noticed", says("found.noticed.yes")), Reply("case=unnoticed", says("found.noticed.no"))),
)

HOUSE_DEEDS = Group(
    says("group.deeds"),
    (
        Finding("over-limit", says("finding.over-limit"), (NOTICED,), True, BETTING),
        Finding(
            "below-minimum",
            says("finding.below-minimum"),
            (
                Fact(
                    NOTICED.question,
                    (*NOTICED.replies, Reply("case=left", says("found.noticed.left"))),
                ),
            ),
            True,
            BETTING,
        ),
        Finding(
            "jackpot-without-ante",
            says("finding.jackpot-without-ante"),
            (),
            True,
            BETTING,
            known_to=has_jackpot,
        ),
        Finding(
            "late-bet",
            says("finding.late-bet"),
            (
                Fact(
                    says("ask.late"),
                    (
                        Reply("case=added", says("found.late.added")),
                        Reply("case=withdrawn", says("found.late.taken-back")),
                    ),
                ),
            ),
            True,
            AFTER_THE_CLOSE,
        ),
        Finding(
            "wrong-size",
            says("finding.wrong-size"),
            (
                Fact(
                    says("ask.size"),
                    (Reply("case=larger", says("found.size.large")), Reply("case=smaller", says("found.size.small"))),
                ),
            ),
            True,
            (*DECIDING, "continued"),
        ),
        Finding("walked-away", says("finding.walked-away"), (), True),
        Finding("walked-away-decided", says("finding.walked-away-decided"), (), True, DECIDING),
        Finding(
            "not-shown",
            says("finding.not-shown"),
            (
                Fact(
                    says("ask.hand-folded"),
                    (
                        Reply("case=in-play", says("found.hand.in-play"), only_in=SOMEBODY_STAYS),
                        Reply("case=folded", says("found.hand.folded"), only_after_a_fold=True),
                    ),
                ),
                Fact(
                    says("ask.qualifies"),
                    (
                        Reply("", says("found.qualifies.yes")),
                        Reply("dealer=low", says("found.qualifies.no"), known_to=has_qualifier),
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
            says("finding.entry"),
            (
                Fact(
                    says("ask.entry"),
                    (
                        Reply("box=1", says("found.entry.hand")),
                        Reply("dealer", says("found.entry.dealer")),
                        Reply("up", says("found.entry.up"), known_to=has_face_up_card),
                        Reply("up again=true", says("found.entry.up-again"), known_to=has_face_up_card),
                        Reply("board", says("found.entry.board"), known_to=has_board),
                        Reply("board again=true", says("found.entry.board-again"), known_to=has_board),
                    ),
                ),
                WHICH_ROUND,
            ),
            correction=True,
        ),
        Finding(
            "payment",
            says("finding.payment"),
            (PUSHED,),
            correction=True,
        ),
    ),
)

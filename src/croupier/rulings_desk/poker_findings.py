"""What can be found at a poker table, in the words of round files, and what players do there."""

from croupier.base.sentences import says, word
from croupier.rulings_desk.model import Fact, Finding, Group, Reply
from croupier.rulings_desk.shared_findings import DECIDED, DECK_FAULTS, PUSHED, REAL_CARDS, REPAIR, WHICH_ROUND

STREETS = tuple(
    Reply(f"street={street}", says("found.street", street=word("street", street)))
    for street in ("flop", "turn", "river")
)
BEFORE_STREETS = tuple(Reply(f"street={street}", word("before", street)) for street in ("flop", "turn", "river"))
STREET = Fact(says("ask.street"), STREETS)

POKER_FINDINGS = (
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
                            Reply("seat=3", says("found.exposed.seat")),
                            Reply("", says("found.exposed.unknown")),
                            Reply("cards=2", says("found.exposed.several")),
                            Reply("seat=3 earlier=seat", says("found.exposed.seat-again")),
                        ),
                    ),
                ),
            ),
            Finding("face-up", says("finding.face-up-in-shoe")),
            Finding(
                "player-count",
                says("finding.player-count"),
                (REPAIR, Fact(says("ask.whose"), (Reply("seat=3", says("found.whose.seat")),))),
            ),
            Finding("hand-left-out", says("finding.hand-left-out"), (REPAIR,)),
            Finding("extra-hand", says("finding.extra-hand"), (REPAIR,)),
            Finding(
                "no-burn",
                says("finding.no-burn"),
                (
                    Fact(
                        says("ask.burn"),
                        (
                            Reply("street=deal", says("found.burn.deal")),
                            *BEFORE_STREETS,
                            Reply("", says("found.burn.not-said")),
                        ),
                    ),
                    Fact(
                        REPAIR.question,
                        (
                            *REPAIR.replies,
                            Reply(
                                "reconstructable=true other-cards-exposed=true",
                                says("found.repair.other-exposed"),
                                not_with=("street=deal", ""),
                            ),
                        ),
                    ),
                ),
            ),
            Finding("early-card", says("finding.early-card"), (STREET,)),
            Finding("too-many", says("finding.too-many"), (STREET, REPAIR)),
        ),
    ),
    Group(says("group.rest"), (Finding("other", says("finding.other"), (DECIDED,)),)),
)

BETTING_ROUNDS = (
    *("dealt", "looked", "first", "first-raised", "first-folded"),
    *(f"{street}{part}" for street in ("flop", "turn", "river") for part in ("", "-checked", "-bet", "-folded")),
)
STREET_LIES = ("flop", "turn", "river")
NO_BET_YET = tuple(f"{street}{part}" for street in STREET_LIES for part in ("", "-checked"))
SOME_BET = ("dealt", "looked", "first", "first-raised", "flop-bet", "turn-bet", "river-bet")

POKER_DEEDS = Group(
    says("group.deeds-in-the-round"),
    (
        Finding(
            "out-of-turn",
            says("finding.out-of-turn"),
            (
                Fact(
                    says("ask.tried"),
                    (
                        Reply("", says("found.tried.bet")),
                        Reply("tried=call", says("found.tried.call"), only_in=SOME_BET),
                        Reply("tried=check", says("found.tried.check")),
                        Reply(
                            "tried=bet-then-check",
                            says("found.tried.bet-then-check"),
                            not_with=("case=calls", "case=bets-less", "case=bets-more", "case=posted-checks"),
                        ),
                    ),
                ),
                Fact(
                    says("ask.before"),
                    (
                        Reply("case=checks", says("found.before.check"), only_in=NO_BET_YET),
                        Reply("case=calls", says("found.before.call"), only_in=SOME_BET),
                        Reply(
                            "case=bets-less",
                            says("found.before.bets-less"),
                            not_with=("tried=call", "tried=check"),
                        ),
                        Reply("case=bets-more", says("found.before.bets-more")),
                        Reply("case=folds", says("found.before.fold")),
                        Reply(
                            "case=posted-checks",
                            says("found.before.posted-checks"),
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
            says("finding.all-in"),
            (
                Fact(
                    says("ask.short"),
                    (
                        Reply("case=blind", says("found.short.blind"), only_in=("dealt", "looked")),
                        Reply("case=bet", says("found.short.bet"), only_in=STREET_LIES),
                        Reply("case=call", says("found.short.call")),
                        Reply("case=below-half", says("found.short.below-half")),
                        Reply("case=from-half", says("found.short.from-half")),
                        Reply("case=two-below-half", says("found.short.two-below-half")),
                    ),
                ),
            ),
            True,
            ("dealt", "looked", *STREET_LIES),
        ),
        Finding("hand-shown", says("finding.hand-shown"), (), True, BETTING_ROUNDS),
        Finding(
            "leaves",
            says("finding.leaves"),
            (
                Fact(
                    says("ask.leaves"),
                    (
                        Reply("case=leaves", says("found.leaves.good")),
                        Reply("case=away", says("found.leaves.while")),
                        Reply(
                            "case=out-of-turn",
                            says("found.leaves.out-of-turn"),
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
    says("group.seats"),
    (
        Finding(
            "joins",
            says("finding.joins"),
            (
                Fact(
                    says("ask.joins"),
                    (
                        Reply("case=elsewhere", says("found.joins.elsewhere")),
                        Reply("case=big-blind", says("found.joins.big-blind")),
                        Reply("case=small-blind", says("found.joins.small-blind")),
                        Reply("case=button", says("found.joins.button")),
                        Reply("case=first-orbit", says("found.joins.first-orbit")),
                        Reply("case=first-orbit-big-blind", says("found.joins.first-orbit-big-blind")),
                        Reply("case=relocated", says("found.joins.relocated")),
                        Reply("case=relocated-big-blind", says("found.joins.relocated-big-blind")),
                        Reply("case=playing", says("found.round.playing")),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "absent",
            says("finding.absent"),
            (
                Fact(
                    says("ask.due"),
                    (
                        Reply("case=small-blind", says("found.due.small-blind")),
                        Reply("case=big-blind", says("found.due.big-blind")),
                        Reply("case=both-blinds", says("found.due.both-blinds")),
                        Reply("case=button", says("found.due.button")),
                        Reply("case=two-present", says("found.due.two-present")),
                        Reply("case=left", says("found.due.left")),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "returns",
            says("finding.returns"),
            (
                Fact(
                    says("ask.missed"),
                    (
                        Reply("case=missed-nothing", says("found.missed.nothing")),
                        Reply("case=small-on-button", says("found.missed.small-at-button")),
                        Reply("case=small-elsewhere", says("found.missed.small-elsewhere")),
                        Reply("case=small-at-big", says("found.missed.small-at-big")),
                        Reply("case=big-waits", says("found.missed.big")),
                        Reply("case=both-waits", says("found.missed.both-at-button")),
                        Reply("case=both-elsewhere", says("found.missed.both-elsewhere")),
                        Reply("case=both-at-big", says("found.missed.both-at-big")),
                        Reply("case=playing", says("found.round.playing")),
                    ),
                ),
            ),
            True,
            BETWEEN_ROUNDS,
        ),
        Finding(
            "gone",
            says("finding.gone"),
            (
                Fact(
                    says("ask.turns"),
                    (Reply("case=twice", says("found.turns.two")), Reply("case=once", says("found.turns.one"))),
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
            says("finding.entry"),
            (
                Fact(
                    says("ask.entry"),
                    (
                        Reply("seat=3", says("found.entry.hand")),
                        Reply("board", says("found.entry.board-betting")),
                        Reply("board again=true", says("found.entry.board-betting-again")),
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

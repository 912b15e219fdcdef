"""Acts at the table that the three games treat alike: looking, walking away, choosing, deciding at the right size."""

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import either, listed, says, word
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.betting import present_box
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import AnswerClaim, Choice, Choose, Look, MakeDecision, WalkAway
from croupier.rules.games.house.evolve import Draft
from croupier.rules.games.house.settlement import answer_claim, proper_ante
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, Decision, HouseRound, Phase, Standing
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook

_ANTE = Spot.ANTE
_DECIDING, _SETTLING, _AWARDING = Phase.DECIDING, Phase.SETTLING, Phase.AWARDING
_IN_PLAY, _FOLDED, _RETURNED = Standing.IN_PLAY, Standing.FOLDED, Standing.RETURNED


def look(book: Rulebook, draft: Draft, command: Look) -> None:
    look_at(book, draft, box_with_cards(book, draft.round, command.box))


def look_at(book: Rulebook, draft: Draft, box: Box) -> None:
    for other in draft.round.boxes.values():
        if other.by_right and other.player == box.player and other.number != box.number:
            raise Refused(
                says("looked-at-another", player=box.player, box=other.number),
                (book.cite(House.OTHER_HANDS_UNSEEN), ruling(8)),
            )
    draft.emit(ev.HandExamined(box.number))


def walk_away(book: Rulebook, draft: Draft, command: WalkAway) -> None:
    """The player's boxes are folded or settled, by whether they still have something to decide (5.5, 5.6).

    A box with a choice goes on, and is folded if it has something to decide (R-95).
    """
    box = present_box(book, draft.round, command.box)
    draft.emit(ev.PlayerWalkedAway(box.player))
    for number, continues in tuple(draft.round.choosing.items()):
        if draft.round.boxes[number].player == box.player:  # leaving is not withdrawing
            draft.emit(ev.OptionChosen(number, (*continues, ruling(95)), left=True))


def choose(book: Rulebook, draft: Draft, command: Choose) -> None:
    box = present_box(book, draft.round, command.box)
    if box.number not in draft.round.choosing:
        asked = listed(sorted(draft.round.choosing))
        raise Refused(
            says("nothing-to-choose", box=box.number, asked=asked),
            (book.cite(House.DEALING_ERROR), ruling(56)),
        )
    if command.choice is Choice.CONTINUE:
        draft.emit(ev.OptionChosen(box.number, draft.round.choosing[box.number]))
    else:
        draft.emit(ev.BoxTakenOut(box.number, (book.cite(House.BET_RETURNED_ON_REQUEST), ruling(10))))


def answer(book: Rulebook, draft: Draft, command: AnswerClaim) -> None:
    if not draft.round.claims:
        raise Refused(says("no-share-claimed"))
    draft.emit(answer_claim(book, draft.round, command))


def deciding_box(book: Rulebook, round_: HouseRound, command: MakeDecision, *cites: Citation) -> Box:
    """The box, if it has anything to decide now."""
    box = box_with_cards(book, round_, command.box)
    check_undecided(round_, box, *cites)
    return box


def check_undecided(round_: HouseRound, box: Box, *cites: Citation) -> None:
    if box.standing is _FOLDED:
        raise Refused(says("box-folded", box=box.number), cites)
    if round_.phase is _SETTLING:
        raise Refused(says("nothing-left-to-decide"), (*cites, ruling(93)))
    if round_.phase is not _DECIDING or len(box.decisions) >= round_.stage:
        raise Refused(says("box-decided", box=box.number), (*cites, ruling(9)))


def box_with_cards(book: Rulebook, round_: HouseRound, number: int) -> Box:
    box = present_box(book, round_, number)
    if round_.over or round_.phase is _AWARDING:
        raise Refused(says("round-over-wait-for-cards"))
    if not box.cards:
        why = says("no-hand-without-bet", box=number) if round_.dealt else says("no-hand-before-the-deal", box=number)
        raise Refused(why)
    if box.standing is _RETURNED:
        raise Refused(says("box-out", box=number), box.because)
    return box


def bet_at(book: Rulebook, round_: HouseRound, box: Box, command: MakeDecision, *, antes: int) -> Cents:
    """The amount put down with a decision. A wrong size is accepted now and put right at settlement (5.3)."""
    if command.amount is None:
        return Cents(proper_ante(book, round_, box) * antes)
    if command.amount <= 0:
        raise Refused(
            says("decision-of-nothing", decision=word("decision", command.decision)),
            (book.cite(House.UNDERSIZED_BET), ruling(60)),
        )
    if command.amount > MOST_CENTS:
        raise Refused(says("bet-too-large", most=dollars(MOST_CENTS)))
    return command.amount


def undecided(round_: HouseRound) -> list[Box]:
    """Boxes that owe a decision in this stage; only an Ante lets one decide."""
    stage = round_.stage
    return [
        box
        for box in round_.boxes.values()
        if len(box.decisions) < stage and box.standing is _IN_PLAY and box.bet(_ANTE) is not None
    ]


def decisions_due(round_: HouseRound) -> bool:
    """Whether anybody is undecided."""
    stage = round_.stage
    for box in round_.boxes.values():
        if len(box.decisions) < stage and box.standing is _IN_PLAY and box.bet(_ANTE) is not None:
            return True
    return False


def fold_the_absent(book: Rulebook, draft: Draft, *, decisions: int) -> None:
    """Who walked away with some of the game's decisions still to make is considered to have folded (5.5)."""
    for box in draft.round.in_play():
        if box.player in draft.round.departed and box.bet(Spot.ANTE) and len(box.decisions) < decisions:
            choosing = (ruling(95),) if box.left_choosing else ()
            cites = (book.cite(House.WALKED_AWAY_UNDECIDED), ruling(49), *choosing)
            draft.emit(ev.ConsideredFolded(box.number, cites))


def no_amount(command: MakeDecision) -> None:
    if command.amount is not None:
        raise Refused(says("decision-without-amount", decision=word("decision", command.decision)))


def not_in_this_game(command: MakeDecision, allowed: tuple[Decision, ...], *cites: Citation) -> Refused:
    return Refused(
        says("box-may", box=command.box, may=either("decision", allowed), decision=word("decision", command.decision)),
        cites,
    )

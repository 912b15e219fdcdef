"""How a house game answers a command: hear it, then go on by rule until somebody has something to say."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import decisions as play
from croupier.rules.games.house import events as ev
from croupier.rules.games.house import rulings
from croupier.rules.games.house.evolve import Draft, Trial
from croupier.rules.games.house.table import HouseRound, Phase
from croupier.rules.rulebook.model import Rulebook

Act = Callable[[Rulebook, Draft, Any], None]
Decide = Callable[[Rulebook, HouseRound, cmd.RoundCommand], tuple[ev.RoundEvent, ...]]


class Advance(Protocol):
    def __call__(
        self, book: Rulebook, round_: HouseRound, command: cmd.RoundCommand, /, *, goes_on: bool = True
    ) -> tuple[tuple[ev.RoundEvent, ...], HouseRound]:
        """The events of a command, and the round after them. Without `goes_on` it is a trial of an act
        of a player: its own events tell whether it is refused and what it costs, and the round stays as it was."""


_DECIDING = Phase.DECIDING

SHARED: Mapping[type, Act] = {
    cmd.Look: play.look,
    cmd.WalkAway: play.walk_away,
    cmd.Choose: play.choose,
    cmd.AnswerClaim: play.answer,
}
"""What the three documents say alike; each game adds its own."""


def machine(
    acts: Mapping[type, Act], go_on: Callable[[Rulebook, Draft], None], *, decisions: int
) -> tuple[Decide, Advance]:
    """`decide`, and `advance`, which also has the state that `evolve` made of the events on the way.

    `decisions` is how many a box makes in a whole round: with fewer made, who walks away folds at once (5.5).
    """

    def advance(
        book: Rulebook, round_: HouseRound, command: cmd.RoundCommand, /, *, goes_on: bool = True
    ) -> tuple[tuple[ev.RoundEvent, ...], HouseRound]:
        if round_.choosing:
            rulings.check_choices_first(book, round_, command)
        draft = Draft(round_) if goes_on else Trial(round_)
        kind = type(command)
        acts[kind](book, draft, command)
        if goes_on and draft.round.phase is _DECIDING and kind is not cmd.Look:
            if draft.round.departed:
                play.fold_the_absent(book, draft, decisions=decisions)
            if not draft.round.choosing:
                go_on(book, draft)
        return tuple(draft.events), draft.round

    def decide(book: Rulebook, round_: HouseRound, command: cmd.RoundCommand) -> tuple[ev.RoundEvent, ...]:
        return advance(book, round_, command)[0]

    return decide, advance

"""Who may say what, and on whose place: what poker and the house-banked games have in common.

The rules say what is possible; this says who may ask for it. Staff do not play, and what the system does at a table
that it runs is not asked here.
"""

from enum import Enum, auto
from typing import assert_never

from croupier.base.actors import Actor, Rank, RunBy
from croupier.base.errors import Forbidden
from croupier.base.sentences import says, word
from croupier.base.values import Value


class Right(Enum):
    OF_THE_PLACE = auto()
    """Its player; at a table that a dealer runs also staff, who enter what the player asks for or has done."""
    OF_THE_NAME = auto()
    """The person who is to sit there; staff for them."""
    RUNS = auto()
    """Staff, at a table that a dealer runs."""
    PAYS = auto()
    """Staff, wherever the table waits for its dealer to pay."""
    REPORTS = auto()
    """Everybody; the paragraph says whose decision it is."""
    STAFF = auto()
    PIT = auto()
    SHIFT = auto()
    DEVICE = auto()
    """The user who feeds the cards in."""
    METER = auto()
    """Nobody; the jackpot itself answers."""


class Speech(Value):
    """What somebody says, as far as it matters who says it."""

    right: Right
    run_by: RunBy
    waits_to_pay: bool
    own_places_only: str
    """The clause that keeps a player from acting on another's place."""
    place: tuple[str, int] = ("box", 0)
    """`box` or `seat` and its number, if it is about one."""
    holder: str | None = None
    """Who has the place, or is to have it."""
    takes_a_place: bool = False
    """It seats the holder."""
    signed: Actor | None = None
    """Who is put down as the one who says it, where a command tells that."""


_LEAST = {Right.STAFF: Rank.DEALER, Right.PIT: Rank.PIT_SUPERVISOR, Right.SHIFT: Rank.SHIFT_MANAGER}


def check(actor: Actor, said: Speech, device: str | None) -> None:
    """Raise Forbidden unless the actor may say it."""
    if said.signed is not None and said.signed != actor:
        raise Forbidden(says("speak-for-yourself"))
    staff = actor.rank >= Rank.DEALER
    by_the_system = said.run_by is RunBy.SYSTEM
    if staff and said.takes_a_place and said.holder is not None and said.holder.casefold() == actor.name.casefold():
        raise Forbidden(says("staff-do-not-play"))
    match said.right:
        case Right.OF_THE_PLACE:
            if not staff and said.holder != actor.name:
                kind, number = said.place
                place = says("box", box=number) if kind == "box" else says("seat", seat=number)
                if said.holder is None:
                    raise Forbidden(says("place-of-nobody", place=place))
                whose = says("place-of-another", place=place, player=said.holder)
                raise Forbidden(whose, clause=said.own_places_only)
            if staff and by_the_system:
                raise Forbidden(says("system-runs-players-act"))
        case Right.OF_THE_NAME:
            if not staff and said.holder != actor.name:
                raise Forbidden(says("own-name", player=actor.name), clause=said.own_places_only)
        case Right.RUNS | Right.PAYS:
            if not staff:
                raise Forbidden(says("rank-says", rank=word("rank", Rank.DEALER.key)), left_to=Rank.DEALER)
            if by_the_system and not (said.right is Right.PAYS and said.waits_to_pay):
                raise Forbidden(says("system-says-it"))
        case Right.REPORTS:
            pass
        case Right.STAFF | Right.PIT | Right.SHIFT:
            if actor.rank < (least := _LEAST[said.right]):
                raise Forbidden(says("rank-says", rank=word("rank", least.key)), left_to=least)
        case Right.DEVICE:
            if not staff or actor.name != device:
                raise Forbidden(says("device-deals"))
        case Right.METER:
            raise Forbidden(says("jackpot-answers"))
        case _:
            assert_never(said.right)

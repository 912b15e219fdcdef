"""Every message that a client may send, by HTTP or on the socket."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from croupier.base.json_answers import JsonObject
from croupier.base.limits import LONGEST_REASON
from croupier.floor.live.people.display_names import LONGEST as LONGEST_DISPLAY_NAME
from croupier.floor.live.people.display_names import PICTURES
from croupier.floor.server.edge.wire import PLAIN_TEXT, Count, Id, Message, Money, Name, Password, Text, Thing

Role = Literal["player", "dealer", "pit-supervisor", "shift-manager", "auditor"]
Reason = Annotated[str, Meta(max_length=LONGEST_REASON, pattern=PLAIN_TEXT, description="plain text")]
Secret = Annotated[str, Meta(max_length=1_000)]
"""It has no pattern, because it is only compared with a stored value and never stored."""
Short = Annotated[str, Meta(max_length=64)]


class SetUp(Message):
    code: Secret
    name: Name
    password: Password


class SignIn(Message):
    name: Secret
    password: Secret
    code: Annotated[str, Meta(max_length=64, description="a code of the second factor")] | UnsetType = UNSET


class SecondFactor(Message):
    """The password asks for a second factor; a code turns it on."""

    password: Secret | UnsetType = UNSET
    code: Short | UnsetType = UNSET


class NewPassword(Message):
    old: Secret
    new: Password


class NewUser(Message):
    name: Name
    role: Role
    password: Password


class ChangedUser(Message):
    role: Role | UnsetType = UNSET
    disabled: bool | UnsetType = UNSET
    password: Password | UnsetType = UNSET


class ChosenName(Message):
    """How others see the player."""

    id: Id
    name: Annotated[str, Meta(max_length=LONGEST_DISPLAY_NAME, pattern=PLAIN_TEXT, description="shown to others")]
    picture: Annotated[int, Meta(ge=1, le=PICTURES, description="one of the built-in pictures")]


class Act(Message):
    """Something said at a table: an offer's `say`, or any other sentence of its game."""

    id: Id
    do: Text
    moment: (
        Annotated[
            str,
            Meta(
                max_length=64,
                description="the `moment` of the view that is answered. Players must send it with bets, withdrawals, "
                "decisions, choices and acts at poker; staff and other acts may leave it out",
            ),
        ]
        | UnsetType
    ) = UNSET
    reason: Reason = ""


class Wait(Message):
    """The place; without it, any."""

    id: Id
    place: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET


class WaitNoMore(Message, rename={"pass_": "pass"}):
    """`pass` declines the offered place and moves the player to the end of the list."""

    id: Id | None = None
    pass_: bool = False


class AnswerToAsked(Message):
    """Whether staff may bring chips from my wallet to a table."""

    id: Id
    yes: bool


class Report(Message):
    do: Text


class Decision(Message):
    id: Id
    do: Text
    reason: Reason


class Understood(Message):
    """The reporter of the incident has read the ruling."""

    id: Id


class NewTable(Message):
    id: Id
    table: JsonObject


class NewSign(Message):
    id: Id
    sign: JsonObject


class NewDealer(Message):
    """The dealer who is to have the table from now on."""

    id: Id
    name: Name


class TableChips(Message):
    """Chips of a table by value: `{"25.00": 40}` are forty of 25.00."""

    id: Id
    chips: Annotated[dict[Short, Annotated[int, Meta(ge=0, le=1_000_000)]], Meta(max_length=50)]
    reason: Reason = ""


class Closing(Message):
    id: Id
    reason: Reason = ""


class WalkIn(Message):
    id: Id
    name: Name


class Chips(Message):
    """Chips brought to the cage or taken from it."""

    id: Id
    amount: Money
    reason: Reason


class Bar(Message):
    """Why somebody is barred, or barred no longer. A retry with the same id gets the first answer."""

    reason: Reason
    id: Id | None = None


class NewShift(Message):
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN_TEXT)]


class ShiftClosing(Message):
    id: Id
    reason: Reason = ""


class NewToken(Message):
    """For a program that reads the public events."""

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN_TEXT, description="what the token is for")]


class Verification(Message):
    id: Id
    reason: Reason


class Suspension(Message):
    id: Id
    policy: Annotated[str, Meta(max_length=64)]
    reason: Reason


class Resumption(Message):
    id: Id
    reason: Reason = ""


class Change(Message):
    id: Id
    change: JsonObject
    reason: Reason


class Approval(Message):
    id: Id
    reason: Reason = ""


class Withdrawal(Message):
    id: Id
    reason: Reason = ""


class NewDrill(Message):
    id: Id
    kind: Literal["ruling", "pay", "run", "exam"]
    book: Short
    again: Annotated[int, Meta(ge=1, le=2**53, description="a drill whose missed ones are asked again")] | UnsetType = (
        UNSET
    )
    assigned: Annotated[int, Meta(ge=1, le=2**53, description="the number of a drill that a trainer has set me")] | (
        UnsetType
    ) = UNSET


class NewAssignment(Message):
    """A drill for one or several dealers."""

    id: Id
    people: Annotated[list[Name], Meta(min_length=1, max_length=100)]
    kind: Literal["ruling", "pay", "run", "exam"]
    book: Short
    about: Annotated[list[Short], Meta(max_length=10, description="paragraphs; none: what each needs most")] | (
        UnsetType
    ) = UNSET
    incidents: Annotated[
        list[Annotated[int, Meta(ge=1, le=2**53)]],
        Meta(min_length=1, max_length=10, description="incidents of the house; rulings only, instead of paragraphs"),
    ] | (UnsetType) = UNSET
    due: Annotated[Short, Meta(description="a day, such as 2027-06-18")] | UnsetType = UNSET


class SpotEntry(Message):
    """The trainee's entry for one spot of a layout."""

    do: Literal["take", "push", "pay"]
    amount: Money | UnsetType = UNSET


class DrillAnswer(Message):
    """Keys by kind of drill. Ruling: follows and decides. Layout: spots. Run: do, and kind and place of a report."""

    id: Id
    question: Annotated[int, Meta(ge=1, le=10_000)]
    paragraph: Annotated[Short, Meta(description="no longer asked, and not marked")] | UnsetType = UNSET
    follows: Short | UnsetType = UNSET
    decides: Short | UnsetType = UNSET
    spots: Annotated[dict[Short, SpotEntry], Meta(max_length=100)] | UnsetType = UNSET
    do: Literal["on", "report"] | UnsetType = UNSET
    kind: Short | UnsetType = UNSET
    place: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET


class Advance(Message):
    advance: Annotated[int, Meta(ge=0, le=366 * 24 * 3600 * 1000, description="milliseconds")]


class Shoe(Message):
    cards: Text


# The socket: one object with one key a frame.


class TableAct(Act, kw_only=True):
    table: Thing


class WatchTable(Message):
    table: Thing
    since: Count | UnsetType = UNSET


class WatchLink(Message):
    link: Thing


class WatchPit(Message):
    pit: Literal[True]


class WatchLobby(Message):
    lobby: Literal[True]


Watched = WatchTable | WatchLink | WatchPit | WatchLobby

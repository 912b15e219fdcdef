"""The questions and answers of the desk."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.sentences import Sentence, says, sentence
from croupier.base.values import Value
from croupier.rules.games import HouseGame
from croupier.rules.rulebook.model import Device


class Reply(Value):
    """One answer to a question."""

    text: str
    """As a report names it: "cards=2"; empty if nothing need be said."""
    says: Sentence
    only_after_a_fold: bool = False
    only_in: tuple[str, ...] = ()
    """The phases in which it is possible; empty for all."""
    not_in: tuple[str, ...] = ()
    of_the_board: bool = False
    """It is about community cards, so it is impossible before they are dealt."""
    not_with: tuple[str, ...] = ()
    """Replies to other questions that exclude it."""
    known_to: Callable[[HouseGame], bool] | None = None
    """Whether a house game has it; None for all."""

    @property
    def words(self) -> str:
        return str(self.says)

    def possible(self, phase: str, *, folded: bool, board: bool = True) -> bool:
        if phase in self.not_in or (self.of_the_board and not board):
            return False
        return (folded or not self.only_after_a_fold) and (not self.only_in or phase in self.only_in)


class Fact(Value):
    question: Sentence
    replies: tuple[Reply, ...]

    @property
    def key(self) -> str:
        """The name of a circumstance: "looked"."""
        return self.replies[0].text.partition("=")[0]


class Finding(Value):
    key: str
    says: Sentence
    facts: tuple[Fact, ...] = ()
    deed: bool = False
    """What a player did, not a report of an irregularity."""
    phases: tuple[str, ...] = ()
    """The phases in which a deed is possible; empty for all."""
    known_to: Callable[[HouseGame], bool] | None = None
    """Whether it can happen in a game; None for all."""
    correction: bool = False
    """A wrong entry or payment at a table with real cards, which is no irregularity of the game (R-110 to R-112)."""

    @property
    def words(self) -> str:
        return str(self.says)

    def after_a_fold(self, details: Sequence[str]) -> bool:
        """Whether one of the replies says that a box has folded."""
        return any(reply.only_after_a_fold and reply.text in details for fact in self.facts for reply in fact.replies)

    def cases(self, phase: str, *, folded: bool, board: bool = True) -> Iterator[tuple[Reply, ...]]:
        """Every combination of facts that is possible in this phase."""
        for case in product(*(fact.replies for fact in self.facts)):
            texts = {reply.text for reply in case}
            possible = all(reply.possible(phase, folded=folded, board=board) for reply in case)
            if possible and all(texts.isdisjoint(reply.not_with) for reply in case):
                yield case


class Group(Value):
    says: Sentence
    findings: tuple[Finding, ...]

    @property
    def words(self) -> str:
        return str(self.says)


class May(Value):
    """An option, with its paragraph."""

    says: Sentence
    cites: tuple[Citation, ...]

    @property
    def act(self) -> str:
        return str(self.says)


class Choice(Value):
    says: Sentence
    """ "box 1", or "the House"."""
    may: tuple[May, ...]

    @property
    def who(self) -> str:
        return str(self.says)


class Refusal(Value):
    says: Sentence | str
    cites: tuple[Citation, ...]

    @property
    def why(self) -> str:
        return str(self.says)


class Answer(Value):
    book: str
    device: Device
    phase: str
    found: str
    """As reported, in the words of round files."""
    incident: str
    decided_by: Rank
    """The lowest rank whose word has the same effect as the Shift Manager's."""
    ruling: str = ""
    """Empty if the report was refused."""
    cites: tuple[Citation, ...] = ()
    discretion: tuple[Citation, ...] = ()
    """The paragraphs that leave a question to the House, such as whether cards can be put right."""
    below: Refusal | None = None
    """The refusal that a lower rank than `decided_by` gets."""
    does: tuple[Sentence, ...] = ()
    """What happens to cards, bets and meter."""
    choices: tuple[Choice, ...] = ()
    """What a paragraph lets boxes or the House choose after this finding."""
    next: tuple[Choice, ...] = ()
    """What players decide next in the ordinary course of the round."""
    refused: Refusal | None = None
    beside: tuple[Citation, ...] = ()
    """Citations for the close of the bets or the void that it led to, and not for the finding itself."""
    when: str = ""
    """The circumstances, if others lead to another answer."""

    @property
    def remedies(self) -> tuple[str, ...]:
        """What happens, in English sentences."""
        return tuple(map(sentence, self.does))

    def offers(self) -> Iterator[Sentence]:
        """Who may choose what; boxes with the same choice are joined."""
        offered: dict[Sentence, tuple[May, ...]] = {}
        for choice in self.choices:
            offered.setdefault(says("each") if choice.says.code == "box" else choice.says, choice.may)
        for who, may in offered.items():
            yield says("does.may", who=who, acts=tuple(each.says for each in may))

    @property
    def paragraphs(self) -> tuple[Citation, ...]:
        """Everything cited: by the ruling or refusal, for who decides, and with the choices."""
        every = [*self.cites]
        if self.refused is not None:
            every += self.refused.cites
        if self.below is not None and self.decided_by > Rank.DEALER:
            every += self.below.cites
        every += [cite for choice in self.choices for may in choice.may for cite in may.cites]
        return tuple(dict.fromkeys(every))

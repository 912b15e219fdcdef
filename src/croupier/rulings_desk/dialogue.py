"""The desk in a terminal: numbered questions, one screen each, and the answer."""

import re
from collections.abc import Callable, Sequence

from croupier.base.errors import Unreadable
from croupier.base.sentences import Sentence, says
from croupier.rounds.playing.screen import Screen
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.load import at_the_table, load
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.house_rulings import standing_rulings, told
from croupier.rules.rulebook.readers.weave import title_of
from croupier.rulings_desk.cases import board_lies
from croupier.rulings_desk.desk import answers
from croupier.rulings_desk.example_tables import MOST_SEATS
from croupier.rulings_desk.findings import groups
from croupier.rulings_desk.model import Fact, Finding, Group
from croupier.rulings_desk.phases import FOLDED, HousePhase, PokerPhase, phase_of, phases
from croupier.rulings_desk.show import show, show_others

HELP = (
    "Type the number of a line, or its word. b goes back one question, q leaves."
    " ? 5.10 tells a paragraph, ? R-53 a ruling. Every answer is what a real table makes of the report."
)
PLACE = re.compile(r"\b(box|seat)=(\d+)")


class Back(Exception):
    """Goes one question back."""


class Leave(Exception):
    """Closes the desk."""


class Dialogue:
    def __init__(self, screen: Screen, book: str, device: Device | None) -> None:
        self.screen = screen
        self.book = load(book)
        self.device = device
        self.phase = ""
        self.group: list[Finding] = []
        self.finding: Finding | None = None
        self.details: list[str] = []

    def run(self) -> None:
        """Asks question after question, until the user leaves, interrupts or ends the input."""
        try:
            self.questions()
        except Leave:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say()

    def questions(self) -> None:
        devices = self.book.procedure.devices
        asked = [self.ask_phase, self.ask_group, self.ask_finding]
        if self.device is None and len(devices) > 1:
            asked.insert(0, self.ask_device)
        self.device = self.device or devices[0]
        at = 0
        while True:
            facts = self.finding.facts if self.finding is not None and at >= len(asked) else ()
            try:
                if at < len(asked):
                    asked[at]()
                elif at < len(asked) + len(facts):
                    self.ask_fact(facts[at - len(asked)], at - len(asked))
                else:
                    self.tell()
                    at = asked.index(self.ask_group if self.asks_again() else self.ask_phase)
                    continue
                at += 1
            except Back:
                typed = at == len(asked) and not self.group
                at = max(0, at - 2 if typed else at - 1)

    # Questions

    def ask_device(self) -> None:
        devices = self.book.procedure.devices
        self.screen.title(title_of(self.book), self.book.key)
        self.device = devices[self.choose(says("ask.device"), [(device, f"the {device}") for device in devices])]

    def ask_phase(self) -> None:
        known = phases(self.book.game)
        self.screen.title(title_of(self.book), f"{self.book.key}, {self.device}")
        self.phase = known[self.choose(says("ask.phase"), [(each.key, each.words) for each in known])].key

    def ask_group(self) -> None:
        """Asks for the sort of finding; a user who knows its word may type that at once."""
        known = [group for group in groups(self.at_the_table()) if self.possible(group)]
        self.screen.title(str(says("ask.found")), self.where().words)
        self.group, self.finding, self.details = [], None, []
        every = [each for group in known for each in self.possible(group)]
        place = self.choose(None, [("", group.words) for group in known], [each.key for each in every])
        if place >= len(known):
            self.finding = every[place - len(known)]
        else:
            self.group = self.possible(known[place])

    def ask_finding(self) -> None:
        if self.finding is not None and not self.group:
            return  # it was typed
        self.details = []
        self.finding = self.group[self.choose(None, [(each.key, each.words) for each in self.group])]

    def possible(self, group: Group) -> list[Finding]:
        return [each for each in group.findings if not each.phases or self.phase in each.phases]

    def where(self) -> HousePhase | PokerPhase:
        return phase_of(self.book.game, self.phase)

    def at_the_table(self) -> Rulebook:
        assert self.device is not None
        return at_the_table(self.book.key, self.device)

    def ask_fact(self, fact: Fact, place: int) -> None:
        del self.details[place:]
        assert self.device is not None
        where = self.where()
        folded = isinstance(where, HousePhase) and (where.folded or FOLDED in where.circumstances)
        board = board_lies(where, self.device, frozenset())
        said = {word for detail in self.details for word in (detail, PLACE.sub("", detail).strip())}
        values = [
            value
            for value in fact.replies
            if value.possible(self.phase, folded=folded, board=board) and said.isdisjoint(value.not_with)
        ]
        chosen = 0
        if len(values) > 1:
            chosen = self.choose(fact.question, [(value.text, value.words) for value in values])
        self.details.append(self.with_place(values[chosen].text))

    def with_place(self, text: str) -> str:
        """Asks which box or seat the report names."""
        found = PLACE.search(text)
        if found is None:
            return text
        what, usual = found.groups()
        most = self.places()
        while True:
            typed = self.listen(f"Which {what}? [{usual}]", lambda: None) or usual
            if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= most:
                return PLACE.sub(f"{what}={int(typed)}", text)
            self.screen.say(f"Type a number from 1 to {most}.")

    def places(self) -> int:
        assert self.device is not None
        game = HOUSE_GAMES.get(self.book.game)
        return MOST_SEATS if game is None else game.most_boxes[self.device]

    def tell(self) -> None:
        assert self.device is not None and self.finding is not None
        found = " ".join([self.finding.key, *(detail for detail in self.details if detail)])
        self.screen.say()
        try:
            said, *others = answers(self.book.key, self.device, self.phase, found)
            show(self.screen, said, in_full=False)
            show_others(self.screen, others)
        except Unreadable as error:
            self.screen.say(f"Not understood: {error}.")

    def asks_again(self) -> bool:
        """Asks for another report in the same phase, or another phase."""
        while True:
            typed = self.listen("Enter: another report, p: another phase, q: leave>", lambda: None)
            if typed in ("", "p"):
                return typed == ""
            self.screen.say("Enter, p or q; ? 5.10 tells a paragraph.")

    def explain(self, number: str) -> None:
        said = self.book.paragraphs.get(number.lower())
        if said is None:
            known = number in standing_rulings()
            said = told(number) if known else f"{self.book.key} has no such paragraph"
        self.screen.say(f"{number if number.startswith('R-') else number.lower()}  {said}", hang=len(number) + 2)

    # Listening

    def choose(self, question: Sentence | None, lines: Sequence[tuple[str, str]], more: Sequence[str] = ()) -> int:
        """The number of a line. Its word works too, and so does one of `more`, which are counted after the lines."""
        keys = [*(key for key, _ in lines), *more]

        def listing() -> None:
            if question is not None:
                self.screen.say(str(question))
            for number, (_, words) in enumerate(lines, 1):
                self.screen.say(f"{number:>3}  {words}", hang=5)

        listing()
        while True:
            typed = self.listen(">", listing)
            if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(lines):
                return int(typed) - 1
            if typed and typed in keys:
                return keys.index(typed)
            self.screen.say(f"Type a number from 1 to {len(lines)}; b goes back, q leaves, ? helps.")

    def listen(self, prompt: str, listing: Callable[[], None]) -> str:
        """What was typed; handles back, leaving and help."""
        while True:
            typed = self.screen.ask(prompt)
            match typed.lower().split():
                case ["q" | "quit" | "exit"]:
                    raise Leave
                case ["b" | "back"]:
                    raise Back
                case ["?" | "help"]:
                    self.screen.say(HELP)
                    listing()
                case ["?" | "help", number]:
                    self.explain(number.upper())
                case _:
                    return typed

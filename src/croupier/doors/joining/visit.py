"""A player at a live table in the terminal: shows what happens, and offers the acts in the view.

It contains no rule and stores nothing but the last view.
"""

import threading
from contextlib import suppress
from queue import SimpleQueue
from secrets import token_urlsafe
from typing import Any

from croupier.base.citation import Citation
from croupier.base.sentences import sentence
from croupier.doors.joining.beside import Live
from croupier.doors.joining.floor import Floor, NotReached, why
from croupier.doors.joining.seen import house_view, poker_view
from croupier.rounds.playing import picture, poker_picture
from croupier.rounds.playing.picture import LABEL
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.poker_words import YOU, won_words
from croupier.rounds.telling.words import BETS_BACK, CHIPS_BACK, money
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import cents, dollars
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import game_of

USUAL_STACK = cents("200")
PROMPT = "you>"
AT_LEISURE = ("leaves", "away", "tops-up", "frees", "hides", "withdraw")
"""What may be done at any time: nobody is waited for to say it."""

Frame = dict[str, Any]


class Visit:
    def __init__(self, floor: Floor, table: str, screen: Screen, *, typed: bool) -> None:
        self._events: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._prompts: SimpleQueue[str] = SimpleQueue()
        self.floor, self.table, self.screen, self.typed = floor, table, screen, typed
        self.live = Live(floor, table, lambda kind, content: self._events.put((kind, content)))
        self.view: Frame = {}
        self._reading = False
        """Somebody is being listened to."""
        self._at_prompt = False
        """And nothing was said since."""
        self._asked: set[str] = set()
        """Ids of own acts that are not answered yet."""
        self._after = 0
        """Views before this version do not know of the player's last act."""
        self._drawn: tuple[Any, ...] = ()
        self._offered = ""

    # --- The visit ------------------------------------------------------------------------------------------------

    def run(self) -> int:
        threading.Thread(target=self._listen, daemon=True, name="input").start()
        self.live.start()
        try:
            while True:
                kind, content = self._events.get()
                if kind in ("ended", "left") or (kind == "error" and "watch" in content):
                    self._tell(f"{content}." if isinstance(content, str) else f"{why({'error': content})}.")
                    return 0 if kind == "left" else 1
                self._take(kind, content)
                if self._events.empty():
                    self._prompt()
        except KeyboardInterrupt:
            self.screen.say()
            self._leave()
            return 0
        finally:
            self.live.stop()

    def _listen(self) -> None:
        """Reads lines on demand, so that piped input is not read too early."""
        while True:
            prompt = self._prompts.get()
            try:
                self._events.put(("line", self.screen.ask(prompt)))
            except (EOFError, OSError, ValueError):
                self._events.put(("line", "q"))
                return

    def _take(self, kind: str, content: Any) -> None:
        match kind:
            case "table":
                before, self.view = self.view, content
                self._show(before)
            case "line":
                self._reading = self._at_prompt = False
                self._offered = ""
                self._read(content)
            case "done" if content["id"] in self._asked:
                self._asked.discard(content["id"])
                self._after = content["version"]
                if "excess" in content:
                    cites = tuple(map(Citation, content["cites"]))
                    self._tell(f"{content['excess']} is above the limit and goes back.", cites)
            case "waiting" if content["id"] in self._asked:
                self._asked.discard(content["id"])
                self._tell(f"It waits for the {content['rank'].replace('-', ' ')}.")
            case "error" if content.get("id") in self._asked:
                self._asked.discard(content["id"])
                self._offered = ""
                self._tell(f"Refused: {content['why']}.", tuple(map(Citation, content.get("cites", ()))))
            case "lost" | "bye":
                self._tell(f"{str(content if kind == 'lost' else content.get('why', kind)).capitalize()}.")
            case _:
                pass

    # --- What is shown --------------------------------------------------------------------------------------------

    @property
    def me(self) -> str:
        return self.floor.name

    @property
    def is_house(self) -> bool:
        return game_of(self.view["rulebook"]) in HOUSE_GAMES

    @property
    def places(self) -> list[int]:
        you = self.view.get("you")
        return [] if you is None else list(you["places"])

    @property
    def may(self) -> list[Frame]:
        you = self.view.get("you")
        return [] if you is None else list(you["may"])

    def _tell(self, text: str = "", cites: tuple[Citation, ...] = (), *, hang: int = 2) -> None:
        if self._at_prompt and self.typed:
            self.screen.say()
            self._at_prompt = False
        self.screen.say(text, cites, hang=hang)

    def _show(self, before: Frame) -> None:
        if not before:
            self._greet()
        for act in self.view.get("happened") or ():
            if act["by"] != self.me:
                self._tell(f"{act['by']}: {act['do']}")
        state = self.view["state"]
        if before and before["state"] != state:
            self._tell(f"The table is {state}{': ' + self.view['why'] if 'why' in self.view else ''}.")
        round_ = self.view["round"]
        if round_ is None:
            return
        own = {place: self._hand(round_, place) for place in self.places}
        drawn = (round_["number"], round_["status"], self.view["moment"], round_.get("board"), str(own))
        if drawn == self._drawn:
            return
        earlier, self._drawn = self._drawn, drawn
        self._offered = ""
        self._tell()
        if not earlier or earlier[0] != drawn[0]:
            self._head(round_)
        if self.is_house:
            self._draw_house(round_)
        else:
            self._draw_poker(round_)

    def _hand(self, round_: Frame, place: int) -> str:
        hands = round_["boxes"] if self.is_house else round_["players"]
        return str(hands.get(str(place), {}).get("hand", ""))

    def _greet(self) -> None:
        book = load(self.view["rulebook"])
        self.screen.title(book.title, f"{self.table}, {book.key}")
        self.screen.say(f"You are {self.me}. Type what you do, as it is offered: ante 50, look, call, leaves.", hang=0)
        self.screen.say("? tells what you may do, Enter does what is offered first, q leaves.")

    def _head(self, round_: Frame) -> None:
        standing = f"chips {money(self._chips())}"
        if "jackpot" in round_:
            standing += f", jackpot {money(cents(round_['jackpot']['before']))}"
        self.screen.title(f"Round {round_['number']}", standing)

    def _chips(self) -> int:
        seats = self.view.get("players") or {seat["player"]: seat for seat in self.view.get("seats", {}).values()}
        return cents(seats[self.me]["stack"]) if self.me in seats else 0

    def _draw_house(self, round_: Frame) -> None:
        seen, book = house_view(self.view), load(self.view["rulebook"])
        if round_["status"] == "void":
            self.screen.say(sentence(BETS_BACK), seen.void)
        elif round_["status"] == "settled":
            picture.results(self.screen, book, seen, self.me, {})
        else:
            picture.layout(self.screen, seen, self.me)
        for ruled in round_["incidents"]:
            self.screen.say(f"Ruled: {ruled['incident']}, {ruled['ruling']}.", tuple(map(Citation, ruled["cites"])))

    def _draw_poker(self, round_: Frame) -> None:
        seen = poker_view(self.view, self.me)
        assert seen.round is not None
        if round_["betting_round"] > 1:
            poker_picture.board(self.screen, seen)
        if round_["status"] == "void":
            self.screen.say(sentence(CHIPS_BACK), seen.round.void)
        elif round_["status"] == "settled":
            for seat in seen.round.shown:
                hand = poker_picture.hand(seen.round, seat)
                self.screen.say(f"{poker_picture.label(seen, seat)}{hand}", hang=LABEL)
            for pot in seen.round.results:
                words = won_words(
                    pot, lambda seat: YOU if seat == seen.seat else round_["players"][str(seat)]["player"]
                )
                self.screen.say(f"Pot of {money(pot.amount)}: {words}.", pot.cites)
        else:
            poker_picture.layout(self.screen, seen)
        for ruled in round_["incidents"]:
            self.screen.say(f"Ruled: {ruled['incident']}, {ruled['ruling']}.", tuple(map(Citation, ruled["cites"])))

    # --- What is typed --------------------------------------------------------------------------------------------

    def _wanted(self) -> list[Frame]:
        """What the table waits to hear from the player; to sit down, while they have no place."""
        if self.places:
            return [each for each in self.may if each["do"].split()[1] not in (*AT_LEISURE, "sits")]
        return [each for each in self.may if each["do"].split()[1:2] == ["sits"]][:1]

    def _prompt(self) -> None:
        up_to_date = not self._asked and self.view.get("version", 0) >= self._after
        wanted = self._wanted() if up_to_date else []
        offered = ", ".join(map(self._words, wanted))
        if wanted and offered != self._offered:
            self._offered = offered
            self._tell(f"You may: {offered}.")
        if not self.view or not (wanted or self.typed):
            return
        if not self._reading:
            self._prompts.put(PROMPT)
        elif self.typed and not self._at_prompt:
            self.screen.prompt(PROMPT)
        self._reading = self._at_prompt = True

    def _words(self, option: Frame) -> str:
        do = option["do"] if len(self.places) > 1 else " ".join(option["do"].split()[1:])
        if "from" in option:
            return f"{do} {option['from']} to {option['to']}"
        return f"{do} ({option['costs']})" if "costs" in option else str(do)

    def _read(self, line: str) -> None:
        words = line.lower().split()
        match words:
            case []:
                wanted = self._wanted()
                if wanted:
                    self._act(_smallest(wanted[0]))
            case ["?" | "help"]:
                for words_of in dict.fromkeys(map(self._words, self.may)):  # free places are offered alike
                    self.screen.say(f"  {words_of}")
                for told in (self.view.get("you") or {}).get("notices", ()):
                    self.screen.say(told["text"], tuple(map(Citation, told["cites"])))
            case ["q" | "quit" | "exit"]:
                self._leave()
                self._events.put(("left", f"Good night, {self.me}"))
            case _:
                self._act(self._completed(line.split()))

    def _completed(self, words: list[str]) -> str:
        """With the place in front, and words that were only begun."""
        place = ""
        if words[0].isdecimal() and len(words) > 1:
            place = words.pop(0)
        known = {each["do"].split()[1]: each["do"] for each in reversed(self.may)}
        begun = [word for word in known if word.startswith(words[0].lower())]
        word = begun[0] if len(begun) == 1 else words[0].lower()
        if word == "sits":
            option = next((each for each in self.may if each["do"].startswith(f"{place} sits")), None)
            option = option or next((each for each in self.may if " sits " in each["do"]), None)
            if option is not None:
                return f"{option['do']} {words[-1]}" if words[-1][0].isdigit() else _smallest(option)
        if len(words) == 1 and (named := self._offered_as(place, word)) is not None:
            return _smallest(named)
        if not place:
            place = known[word].split()[0] if word in known else str(self.places[0]) if self.places else ""
        return " ".join([*([place] if place else []), word, *words[1:]])

    def _offered_as(self, place: str, word: str) -> Frame | None:
        """An act that needs an amount and got none."""
        for option in self.may:
            number, verb = option["do"].split()[:2]
            if verb == word and place in ("", number) and "from" in option:
                return option
        return None

    def _act(self, do: str) -> None:
        self._asked.add(self.live.act(do, self.view["moment"]))

    def _leave(self) -> None:
        """The rules play the bets on the layout to their end; the chips go to the wallet when the round is over."""
        if not self.places or not any(each["do"].split()[1:] == ["leaves"] for each in self.may):
            return
        act = {"id": token_urlsafe(12), "do": f"{self.places[0]} leaves"}
        with suppress(NotReached):
            self.floor.ask("POST", f"/v1/tables/{self.table}/acts", act)


def _smallest(option: Frame) -> str:
    """What Enter does: the smallest amount asked for, or a usual number of chips to sit down with."""
    if "from" not in option:
        return str(option["do"])
    least, most = cents(option["from"]), cents(option["to"])
    chips = min(max(least, USUAL_STACK), most) if " sits " in option["do"] else least
    return f"{option['do']} {dollars(chips)}"

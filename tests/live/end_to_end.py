"""What was played live, taken away as a round file and played again is the same round: a program and a test.

python -m tests.live.end_to_end 20        20 evenings, from the first seed on
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from croupier.base.errors import Unreadable
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.telling.script_words import names_its_cards
from croupier.floor.store.opening import read_store
from croupier.rounds.roundfile.answers import HouseRound, PokerRound
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.games.common import FACE_DOWN, Faces
from croupier.rules.games.poker.table import PokerState
from tests.as_json import as_json
from tests.live.any_evening import Evening
from tests.live.houses import UNA

Round = Mapping[str, Any]
MOST_EXCEPTED = {
    "poker: joined, waited or missed a blind": 0.35,
    "another table moved the meter": 0.2,
    "by hand: an incident before all was turned up": 0.03,
}
"""Of all rounds, by reason; whatever else differs is a fault."""


class Tally:
    def __init__(self) -> None:
        self.evenings = self.acts = self.rounds = self.lives = self.excepted_lives = 0
        self.by_book: Counter[str] = Counter()
        self.what: Counter[str] = Counter()
        """How rounds ended, which incidents they had, where their cards came from."""
        self.excepted: Counter[str] = Counter()
        self.faults: list[str] = []

    def lines(self) -> Iterator[str]:
        yield f"{self.evenings} evenings, {self.acts} acts, {self.rounds} rounds, {self.lives} lives"
        yield ", ".join(f"{number} {key}" for key, number in sorted(self.by_book.items()))
        yield ", ".join(f"{number} {key}" for key, number in sorted(self.what.items()))
        yield "excepted: " + (", ".join(f"{number} {why}" for why, number in self.excepted.most_common()) or "none")
        yield f"lives excepted for the same reasons: {self.excepted_lives}"
        yield from self.faults[:20]
        yield f"{len(self.faults)} faults"


def differences(live: Any, played: Any, where: str = "") -> Iterator[str]:
    if isinstance(played, dict) and isinstance(live, dict):
        for key, value in played.items():
            if key not in live:
                yield f"{where}{key}: missing, {value!r} in the file"
            else:
                yield from differences(live[key], value, f"{where}{key}.")
    elif live != played and not _never_turned_up(live, played):
        yield f"{where.rstrip('.')}: {live!r} live, {played!r} in the file"


def _never_turned_up(live: Any, played: Any) -> bool:
    """Dealt by hand, nobody knows such cards, and the file has any that are left; the auditor sees all others."""
    if not isinstance(live, str) or not isinstance(played, str) or FACE_DOWN not in live:
        return False
    pairs = list(zip(live.split(), played.split(), strict=False))
    return len(live) == len(played) and all(one in (FACE_DOWN, other) for one, other in pairs)


def explained_by_nobody(told: Any) -> Any:
    """Without what hands make, and without the arithmetic of payments."""
    if isinstance(told, dict):
        return {key: explained_by_nobody(each) for key, each in told.items() if key not in ("makes", "arithmetic")}
    return [explained_by_nobody(each) for each in told] if isinstance(told, list) else told


def same_terms(live: Round, played: HouseRound | PokerRound) -> tuple[dict[str, Any], dict[str, Any]]:
    """A view tells the number of cards burnt, all cards that were dealt, boxes without bets, and arithmetic."""
    mine, file = dict(explained_by_nobody(live)), as_json(played)
    file.pop("unlisted", None)
    if "burnt" in file:
        file["burnt"] = len(file["burnt"].split())
    if "board" in file:
        mine["board"] = " ".join(mine["board"].split()[: len(file["board"].split())])
    if "dealer" in file and FACE_DOWN in str(
        mine.get("dealer")
    ):  # nothing hung on them, nobody named them, and the file made some up
        file["dealer"] = {key: told for key, told in file["dealer"].items() if key != "qualifies"}
    if "boxes" in file:
        mine["boxes"] = {box: told for box, told in mine["boxes"].items() if told["bets"]}
        missing = [box for box in mine["boxes"] if box not in file["boxes"]]
        file["boxes"] = {**file["boxes"], **dict.fromkeys(missing, "not in the file")}
        for told in file["boxes"].values():
            if isinstance(told, dict) and told.get("hand") == "":
                del told["hand"]
    if "incidents" in file:
        mine["incidents"] = [
            {key: told[key] for key in ("incident", "ruling", "cites", "box") if key in told}
            for told in mine["incidents"]
        ]
    return mine, file


def _of_the_meter(wrong: list[str]) -> bool:
    """What it showed, what was paid from it, and what that came to."""
    return all("jackpot" in line or ".net:" in line for line in wrong)


class Comparing:
    def __init__(self, evening: Evening, seed: int, tally: Tally) -> None:
        self.evening, self.seed, self.tally = evening, seed, tally
        self.floor = evening.house.floor
        with read_store(evening.house.folder) as reader:
            self.order = {(entry.stream, entry.seq): number for number, entry in reader.every_entry()}

    def all(self) -> None:
        for name in self.evening.tables:
            table = self.evening.table(name)
            for number in range(1, table.rounds + 1):
                self.round(name, number)
            if table.rounds:
                self.life(name)

    def round(self, name: str, number: int) -> None:
        last = self.floor.history.at_its_end(name, number)
        if last.game.round is None or not last.game.round.over:
            return  # the betting that the evening ended with
        self.tally.rounds += 1
        self.tally.by_book[last.book] += 1
        told = [f"incident {ruled.incident}" for ruled in last.game.round.incidents]
        poker = ["poker by hand"] if names_its_cards(last) else []
        self.tally.what.update([last.sign.cards, *poker, last.game.round.phase, *told])
        text = self.floor.downloads.round_file(name, number, UNA)
        wrong = list(self.against(text, {0: number}, name, 1))
        if wrong:
            self.judge(name, number, last, wrong, text)

    def against(self, text: str, numbers: Mapping[int, int], name: str, rounds: int) -> Iterator[str]:
        try:
            played = play(read_script(text))
        except Unreadable as error:
            yield f"unreadable: {error}"
            return
        if played.refusal is not None:
            yield f"refused: {played.refusal.text}: {played.refusal.why}"
            return
        if len(played.rounds) != rounds:
            yield f"{len(played.rounds)} rounds in the file"
            return
        for place, number in numbers.items():
            live = as_json(self.floor.history.round(name, number, UNA))["round"]
            assert FACE_DOWN not in str(live) or self.evening.table(name).sign.cards is Faces.BY_HAND
            yield from differences(*same_terms(live, played.rounds[place]), f"{number}." if rounds > 1 else "")

    def life(self, name: str) -> None:
        table = self.evening.table(name)
        self.tally.lives += 1
        text = self.floor.downloads.rounds_file(name)
        over = {}
        for number in range(1, table.rounds + 1):
            round_ = self.floor.history.at_its_end(name, number).game.round
            if round_ is not None and round_.over:
                over[number - 1] = number
        wrong = list(self.against(text, over, name, table.rounds))
        if wrong and (
            (_of_the_meter(wrong) and self.others_moved(table, 1, table.rounds))
            or any(self.before_all_was_turned_up(name, number) for number in range(1, table.rounds + 1))
        ):
            self.tally.excepted_lives += 1
        elif wrong:
            self.fault(f"life of {name}: {wrong[0]}", text)

    def judge(self, name: str, number: int, last: LiveTable, wrong: list[str], text: str) -> None:
        if self.joined(last):
            self.tally.excepted["poker: joined, waited or missed a blind"] += 1
        elif self.before_all_was_turned_up(name, number):
            self.tally.excepted["by hand: an incident before all was turned up"] += 1
        elif _of_the_meter(wrong) and self.others_moved(last, number, number):
            self.tally.excepted["another table moved the meter"] += 1
        else:
            self.fault(f"{name} round {number}: {wrong[0]}", text)

    def fault(self, why: str, text: str) -> None:
        self.tally.faults.append(f"seed {self.seed}: {why}")
        if len(self.tally.faults) <= 5 and "-v" in sys.argv:
            print(f"seed {self.seed}: {why}\n{text}")

    def joined(self, last: LiveTable) -> bool:
        if not isinstance(last.game, PokerState) or last.game.round is None:
            return False
        opening = last.game.round.opening
        owing = any(
            seat.newcomer or seat.waits or seat.missed or seat.missed_turns or seat.button_passed
            for seat in opening.seats.values()
        )
        return owing or opening.dead_button is not None

    def before_all_was_turned_up(self, name: str, number: int) -> bool:
        """A file of a house-banked table knows the faces of its cards: it goes on where a dealer who deals by hand has
        yet to name them."""
        table = self.evening.table(name)
        if table.sign.cards is not Faces.BY_HAND or isinstance(table.game, PokerState):
            return False
        acts = as_json(self.floor.history.round(name, number, UNA))["acts"]
        return any(act["do"].startswith("incident") and before["do"] != "settle" for before, act in pairwise(acts))

    def others_moved(self, table: LiveTable, first: int, last: int) -> bool:
        """In the order of the commits, between the first entry of these rounds and the last one."""
        if table.sign.link is None:
            return False
        store, stream = self.evening.house.store, f"table/{table.name}"
        entries = [entry.seq for number in range(first, last + 1) for entry in store.entries(stream, round=number)]
        begins, ends = self.order[stream, min(entries)], self.order[stream, max(entries)]
        for entry in store.entries(f"link/{table.sign.link}"):
            if begins <= self.order[entry.stream, entry.seq] <= ends + 20:
                body = decode_body(entry.body)
                for event in LINK_CODEC.decode(body.v, body.then):
                    if getattr(event, "table", table.name) != table.name:
                        return True
        return False


def compare(seed: int, steps: int, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder) / "store", seed)
        try:
            evening.play(steps)
            Comparing(evening, seed, tally).all()
        finally:
            evening.house.store.close()
        tally.evenings += 1
        tally.acts += evening.acts


def main() -> int:
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    evenings, first = (*numbers, 10, 1)[:2] if len(numbers) > 1 else (numbers[0] if numbers else 10, 1)
    tally = Tally()
    for seed in range(first, first + evenings):
        compare(seed, 60, tally)
    print("\n".join(tally.lines()))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""People at their tables: from what is shown, what somebody says next. Chance decides, the same for the same evening,
and what is said depends on nothing but the table as it is, so that an evening goes on after a restart."""

import random
from collections.abc import Iterator
from typing import Any

from croupier.rules.cards import DECK
from tests.kills.client import Client, Sent
from tests.kills.floors import BY_HAND, POKER, READ, SYSTEM_RUN

PLAYERS = {1: "Ann", 2: "Ben", 3: "Cy"}
TURN = 30_000
"""Milliseconds: longer than any single clock of a table, so that whatever is waited for comes."""
BETS = {"ante": "20", "pair-plus": "10", "bonus": "10", "jackpot": "5"}
Json = dict[str, Any]


class Evening:
    def __init__(self, client: Client, seed: str, tables: tuple[str, ...], rounds: int) -> None:
        self.client, self.seed, self.tables, self.rounds = client, seed, tables, rounds
        self.over_before: dict[str, int] = {}
        self.oddities: dict[tuple[str, int], int] = {}
        self.cards: dict[tuple[str, int, str], str] = {}
        """What a viewer was shown of a round, place by place."""

    def chance(self, *of: object) -> random.Random:
        return random.Random(" ".join(map(str, (self.seed, *of))))

    # --- What comes next ------------------------------------------------------------------------------------------

    def next_at(self, table: str, view: Json) -> Sent | None:
        """What is said next at this table; None where only time, or another table, brings it on."""
        if view["state"] == "suspended":
            return self._decide(table)
        return self._at_poker(table, view) if table in POKER else self._at_the_layout(table, view)

    def is_over(self, view: Json) -> bool:
        """Enough rounds have been played, and none is open."""
        round_ = view["round"]
        over = round_ is not None and round_["status"] != "open"
        return over and round_["number"] >= self.rounds and view["state"] == "open"

    def _decide(self, table: str) -> Sent:
        client = self.client
        reports = [each for each in client.ask("/v1/incidents?open=true", "sam")["items"] if each["table"] == table]
        if not reports:
            return client.act("pia", table, "resume")
        (report, *_) = reports
        chance = self.chance(table, report["incident"])
        ruled = chance.choice([option["do"] for option in report["options"]] or ["dismiss"])
        path = f"/v1/incidents/{report['incident']}/decision"
        return client.asked("sam", path, {"do": ruled, "reason": "as it lay"}, table)

    def _oddity(self, table: str, view: Json) -> Sent | None:
        """Now and then somebody says what is refused, moves chips, or reports something; once at each point."""
        key = table, int(view["version"])
        chance = self.chance("odd", *key)
        client, round_ = self.client, view["round"]
        is_paid = round_ is not None and round_["status"] == "settled" and table not in SYSTEM_RUN
        if chance.random() > (0.4 if is_paid else 0.12) or key in self.oddities:
            return None
        self.oddities[key] = 1
        if is_paid and chance.random() < 0.7:
            return client.act("dan", table, chance.choice(self._corrections(table, round_)), reason="seen late")
        incidents = ["incident interruption", "incident other ruling=void", "incident other ruling=continue"]
        if table == "pth-1":
            incidents += [
                "incident no-burn",
                "incident exposed box=1",
                "incident dealing-error",
                "incident foreign-card",
            ]
        options = [
            client.act("dan", table, chance.choice(["settle", "start", "next", "close"]))
            if table not in SYSTEM_RUN
            else client.act("Dee", table, "1 leaves"),
            client.asked("pia", "/v1/players/Ann/deposits", {"amount": "100.00", "reason": "cash"}),
            client.asked("pia", "/v1/players/Ben/withdrawals", {"amount": "50.00", "reason": "cash"}),
            client.asked("pia", "/v1/players/Cy/withdrawals", {"amount": "99999.00", "reason": "too much"}),
            client.act("pia", table, "suspend"),
            client.asked("pia", "/v1/players", {"name": f"Walk-{chance.randrange(10**6)}"}),
            client.asked("Dee", f"/v1/tables/{table}/waiting", {"place": 1}, table),
            client.asked("pia", "/v1/players/Ann/debt-payments", {"amount": "5.00", "reason": "cash"}),
        ]
        if round_ is not None and round_["status"] == "open" and round_.get("phase") != "betting":
            options += [
                client.act(chance.choice(["dan", "pia", "sam"]), table, chance.choice(incidents), reason="seen"),
                client.act("sam", table, chance.choice(incidents), reason="seen"),
            ]
        chosen = chance.choice(options)
        return None if chosen.do in ("settle", "start", "next", "close") and self._is_due(view, chosen.do) else chosen

    def _corrections(self, table: str, round_: Json) -> list[str]:
        """Of a round that has been paid. An undone settlement may leave somebody with a debt."""
        wrong = ["incident other ruling=void"]
        place, hand = ("seat", 2) if table in POKER else ("box", 5)
        if table in BY_HAND | READ:
            wrong += [f"incident payment {place}=1 paid=150", f"incident payment {place}=1 paid=0"]
        if table in BY_HAND:
            cards = self._shuffled(table, int(round_["number"]))
            wrong.append(f'incident entry {place}=1 hand="{" ".join(cards[40 : 40 + hand])}"')
        return wrong

    def _is_due(self, view: Json, do: str) -> bool:
        return any(option["do"] == do for option in view["you"]["may"])

    # --- House-banked ---------------------------------------------------------------------------------------------

    def _at_the_layout(self, table: str, view: Json) -> Sent | None:
        round_ = view["round"]
        if (odd := self._oddity(table, view)) is not None:
            return odd
        if round_["status"] != "open":
            return None if table in SYSTEM_RUN else self.client.act("dan", table, "next")
        match round_["phase"]:
            case "betting":
                return self._bets(table, view)
            case "settling":
                return self.client.act("dan", table, "settle")
            case "awarding":
                return self._verifies()
            case _:
                return self._deals(table, round_) or self._decides(table, round_)

    def _verifies(self) -> Sent | None:
        for award in self.client.ask("/v1/links/grand")["link"]["awards"]:
            if award["state"] == "locked":
                path = f"/v1/links/grand/awards/{award['award']}/verification"
                return self.client.asked("pia", path, {"reason": "checked"}, award["table"])
        return None

    def _bets(self, table: str, view: Json) -> Sent | None:
        client, number = self.client, int(view["round"]["number"])
        boxes = {1: "Ann"} if table == "cs-1" and number < 3 else PLAYERS | {4: "Ann"}  # a royal for one box
        for box, name in boxes.items():
            own = view["players"].get(name, {"places": []})
            if box not in own["places"]:
                return client.act(name, table, f"{box} sits {name} {0 if own['places'] else 500}")
        for box, name in boxes.items():
            chance = self.chance(table, number, box)
            lie = view["round"]["boxes"].get(str(box), {"bets": {}})["bets"]
            may = [each["do"] for each in self.view(table, name)["you"]["may"] if "from" in each]
            if "ante" not in lie and f"{box} ante" not in may and f"{box} tops-up" in may:
                return client.act(name, table, f"{box} tops-up 200", view["moment"])
            if box in (3, 4) and chance.random() < 0.4:
                continue
            for spot in ("ante", "pair-plus", "bonus", "jackpot"):
                wanted = spot == "ante" or chance.random() < 0.6 or (spot == "jackpot" and table == "cs-1")
                if wanted and spot not in lie and f"{box} {spot}" in may:
                    return client.act(name, table, f"{box} {spot} {BETS[spot]}", view["moment"])
        return None if table in SYSTEM_RUN else client.act("dan", table, "close")

    def _deals(self, table: str, round_: Json) -> Sent | None:
        """Real cards, where the table waits for some."""
        due = next((each for each in round_["waiting"] if each["for"] == "cards"), None)
        if due is None:
            return None
        number = int(round_["number"])
        if table == "pth-1":
            cards = self._shuffled(table, number)
            out = sum(
                self._dealt(sent.do)
                for sent, answer in self.client.answered
                if self._is_deal(sent, number, answer.done)
            )
            some = self.chance(table, number, out).randint(1, int(due["due"]))
            body = {"do": f"deal {' '.join(cards[out : out + some])}", "reason": f"round {number}"}
            return self.client.asked("dan", f"/v1/tables/{table}/acts", body, table)
        return self.client.act("dan", table, self._turned_up(table, number, due))

    def _is_deal(self, sent: Sent, number: int, done: bool) -> bool:
        return done and sent.do.startswith("deal ") and sent.body.get("reason") == f"round {number}"

    def _dealt(self, do: str) -> int:
        return len(do.split()) - 1

    def _shuffled(self, table: str, number: int) -> list[str]:
        cards = [str(card) for card in DECK]
        self.chance("deck", table, number).shuffle(cards)
        return cards

    def _turned_up(self, table: str, number: int, due: Json) -> str:
        """By hand at Casino Stud: box 1 has the first five cards, and so on; the dealer the last."""
        cards = self._shuffled(table, number)
        if "box" in due:
            box = int(due["box"])
            return f"{box} hand {' '.join(cards[5 * box - 5 : 5 * box])}"
        if due.get("of") == "dealer":
            return f"up {cards[-1]}" if due["due"] == 1 else f"dealer {' '.join(cards[-5:-1])}"
        return "dealt"

    def _decides(self, table: str, round_: Json) -> Sent | None:
        for waits in round_["waiting"]:
            if waits["for"] not in ("decision", "choice"):
                continue
            box = str(waits["box"])
            name = round_["boxes"][box]["player"]
            view = self.view(table, name)
            may = [each["do"] for each in view["you"]["may"]]
            chance = self.chance(table, round_["number"], box, waits["for"], round_["boxes"][box]["decisions"])
            looked = any(own["looked"] for own in round_["boxes"].values() if own["player"] == name)
            if f"{box} look" in may and not looked and chance.random() < 0.6:
                return self.client.act(name, table, f"{box} look")
            if chance.random() < 0.05 and f"{box} leaves" in may:
                return self.client.act(name, table, f"{box} leaves")
            folds = chance.random() < 0.2 and table != "cs-1"
            stays = ("play", "bet", "flop", "turn", "river", "check", "continue", "fold")
            verbs = ("fold", "withdraw", *stays) if folds else stays
            for verb in verbs:
                if f"{box} {verb}" in may:
                    return self.client.act(name, table, f"{box} {verb}", view["moment"])
        return None

    # --- Poker ----------------------------------------------------------------------------------------------------

    def _at_poker(self, table: str, view: Json) -> Sent | None:
        round_, client = view["round"], self.client
        for seat, name in PLAYERS.items():
            own = view["seats"].get(str(seat))
            if own is None and (round_ is None or round_["status"] != "open"):
                return client.act(name, table, f"{seat} sits {name} 100")
            if own is not None and own["stack"] == "0.00" and (round_ is None or round_["status"] != "open"):
                return client.act(name, table, f"{seat} tops-up 100")
        if (odd := self._oddity(table, view)) is not None:
            return odd
        if round_ is None or round_["status"] != "open":
            return None if table in SYSTEM_RUN else client.act("dan", table, "start")
        if any(each["for"] == "settle" for each in round_["waiting"]):
            return client.act("dan", table, "settle")
        if (due := next((each for each in round_["waiting"] if each["for"] == "cards"), None)) is not None:
            return client.act("dan", table, self._named(table, round_, due))
        if round_["turn"] is None:
            return None
        turn = str(round_["turn"])
        name = round_["players"][turn]["player"]
        seen = self.view(table, name)
        chance = self.chance(table, round_["number"], view["version"])
        may = {each["do"].partition(" ")[2]: each for each in seen["you"]["may"]}
        if "look" in may and chance.random() < 0.5:
            return client.act(name, table, f"{turn} look")
        verbs = ["check", "call"] * 3 + ["fold", "raise", "bet", "allin"]
        verb = chance.choice([verb for verb in verbs if verb in may])
        amount = may[verb].get("from")
        words = f"{turn} {verb}" + (f" {amount}" if amount else "")
        return client.act(name, table, words, seen["moment"])

    def _named(self, table: str, round_: Json, due: Json) -> str:
        """By hand: seat 1 has the first two cards, and so on; the board the last."""
        cards, number = self._shuffled(table, int(round_["number"])), int(due["due"])
        if "seat" in due:
            seat = int(due["seat"])
            gives_up = "mucks" in due["may"] and self.chance(table, round_["number"], seat).random() < 0.5
            return f"{seat} mucks" if gives_up else f"{seat} shows {' '.join(cards[2 * seat - 2 : 2 * seat])}"
        if "of" in due:
            turned = len(round_["board"].split())
            return f"board {' '.join(cards[-5 + turned : 52 - 5 + turned + number])}"
        return "dealt"

    # --- What was seen --------------------------------------------------------------------------------------------

    def watch(self) -> Iterator[tuple[str, Json]]:
        """Every table as everybody sees it; cards that were seen stay what they were."""
        for table in self.tables:
            for who in ("dan", *PLAYERS.values()):
                view = self.view(table, who)
                if who == "dan":
                    yield table, view

    def view(self, table: str, who: str) -> Json:
        view = self.client.view(table, who)
        self.note(table, who, view["round"])
        return view

    def note(self, table: str, who: str, round_: Json | None) -> None:
        if round_ is None or any(each["incident"] == "entry" for each in round_.get("incidents", ())):
            return  # cards that were entered wrongly are seen otherwise afterwards
        number = int(round_["number"])
        places = {f"box {box}": each.get("hand", "") for box, each in round_.get("boxes", {}).items()}
        places |= {f"seat {seat}": each["hand"] for seat, each in round_.get("players", {}).items()}
        places["board"] = round_.get("board", "")
        places["dealer"] = round_.get("dealer", {}).get("hand", "")
        for place, cards in places.items():
            for nth, card in enumerate(cards.split()):
                if card != "??":
                    known = self.cards.setdefault((table, number, f"{place} {nth}"), card)
                    assert known == card, (
                        f"{table} {number} {place}: {known} was seen by somebody, now {who} sees {card}"
                    )

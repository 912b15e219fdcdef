"""Everybody in the house: they know what they were shown, take their time, keep their ids, and send again until they
are answered."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.base.values import Value
from croupier.floor.ledger.accounts import wallet
from croupier.floor.live.floor import Floor
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import DECK, Card, shuffled
from croupier.rules.games.house.table import HouseState
from croupier.rules.money import Cents, cents
from tests.as_json import as_json
from tests.floor_sim.referee import must

if TYPE_CHECKING:
    from tests.floor_sim.world import World

PATIENCE = 2_500
"""Milliseconds until something is sent again."""


class Request(Value):
    id: str
    table: str
    do: str
    moment: str | None = None
    reason: str = ""
    kind: str = "act"
    number: int = 0
    """Of an incident, an award or a change."""
    change: Mapping[str, str] = {}

    def put_to(self, floor: Floor, who: Who) -> Ticket:
        match self.kind:
            case "act":
                return floor.act(who, self.table, self.id, self.do, self.moment, self.reason)
            case "wait":
                return floor.perform(who, self.id, cmd.JoinWaitingList(self.number or None), at=f"table/{self.table}")
            case "pass":
                return floor.perform(who, self.id, cmd.PassPlace(), at=f"table/{self.table}")
            case "wait-no-more":
                return floor.perform(who, "", cmd.LeaveWaitingList(), at=f"table/{self.table}")
            case "decision":
                return floor.perform(who, self.id, cmd.DecideIncident(self.number, self.do), self.reason)
            case "verification":
                return floor.perform(who, self.id, cmd.VerifyAward(self.number), self.reason, at=f"link/{self.table}")
            case "change":
                return floor.perform(who, self.id, proposed(self.change), self.reason, at=f"link/{self.table}")
            case "approval":
                return floor.perform(who, self.id, cmd.ApproveChange(self.number), self.reason, at=f"link/{self.table}")
            case "withdrawal":
                return floor.perform(who, self.id, cmd.Withdraw(self.do, Cents(self.number)), self.reason)
            case "debt-payment":
                return floor.perform(who, self.id, cmd.PayDebt(self.do, Cents(self.number)), self.reason)
            case "write-off":
                return floor.perform(who, self.id, cmd.ProposeWriteOff(self.do, Cents(self.number)), self.reason)
            case "write-off-approval":
                return floor.perform(who, self.id, cmd.ApproveWriteOff(self.do, self.number))
            case "suspension":
                return floor.perform(
                    who, self.id, cmd.SuspendLink(self.table, self.do), self.reason, at=f"link/{self.table}"
                )
            case _:
                return floor.perform(who, self.id, cmd.ResumeLink(self.table), self.reason, at=f"link/{self.table}")

    @property
    def content(self) -> tuple[str, str, str, str]:
        return self.kind, self.table, self.do, self.reason

    @property
    def heard_while_suspended(self) -> bool:
        return self.kind != "act" or self.do.startswith(("incident", "resume", "suspend"))


class Client:
    def __init__(self, world: "World", who: Who, tables: Sequence[str]) -> None:
        self.world = world
        self.who = who
        self.tables = list(tables)
        self.chance = random.Random(f"{world.seed} {who.name}")
        self.connected = False
        self.versions: dict[str, int] = {}
        """The newest version of each table that was pushed."""
        self._away_until = 0
        self._seen: dict[str, int] = {}
        """The version of a table at which there was nothing to do."""
        self._requests = 0
        self._pending: Request | None = None
        self._sent = 0

    # --- The connection -------------------------------------------------------------------------------------------

    def house_opened(self) -> None:
        self._away_until = max(self._away_until, self.world.clock.time + self.chance.randint(10, 1_500))

    def house_gone(self) -> None:
        self.connected = False

    def lose_connection(self, milliseconds: int) -> None:
        self._away_until = self.world.clock.time + milliseconds
        if self.connected:
            self.connected = False
            self.world.presence(self, on=False)

    def _connect(self, floor: Floor) -> None:
        self.connected = True
        self.world.presence(self, on=True)
        for table in self.tables:  # since the version that was seen last: without a gap, or the whole view
            since = self.versions.get(table)
            view = as_json(floor.ask.view(table, None, since))["table"]
            told = view["happened"]
            if since is not None and told:
                versions = [each["version"] for each in told]
                must(versions == list(range(since + 1, view["version"] + 1)), "since", f"{table}: {since}, {versions}")
            must(since is None or view["version"] >= since, "I3", f"{table} has forgotten version {since}")
            self.versions[table] = view["version"]

    def pushed(self, table: str, version: int) -> None:
        if self.connected:
            self.versions[table] = max(version, self.versions.get(table, 0))

    # --- Asking and being told ------------------------------------------------------------------------------------

    def wake(self) -> None:
        world = self.world
        busy = self._pending is not None and not self.connected
        world.after(self.chance.randint(300, 1_300) * (2 if busy else 1), self.wake)
        if world.floor is None or world.clock.time < self._away_until:
            return
        if not self.connected:
            self._connect(world.floor)
        if self._pending is None:
            self.think(world.floor)
        elif world.clock.time >= self._sent + PATIENCE:
            self._send(self._pending)

    def think(self, floor: Floor) -> None:
        raise NotImplementedError

    def ask(self, table: str, do: str, **more: Any) -> None:
        self._requests += 1
        self._pending = Request(f"{self.who.name}-{self._requests:06d}", table, do, **more)
        self._send(self._pending)

    def _send(self, request: Request) -> None:
        self._sent = self.world.clock.time
        self.world.send(self, request)

    def told(self, request: Request, status: int, answer: Any) -> None:
        if request.do.startswith("incident ") and "error" in answer:
            wants = answer["error"].get("says", {}).get("code") in ("not-enough-chips", "not-enough-in-wallet")
            must(not wants, "R-108", f"{request.do} is refused for want of chips")
        if self._pending is not None and request.id == self._pending.id:
            self._pending = None
            self.answered(request, status, answer)

    def answered(self, request: Request, status: int, answer: Any) -> None:
        """What comes of it; most look at the table again instead."""

    def look(self, floor: Floor, table: str) -> dict[str, Any]:
        view: dict[str, Any] = as_json(floor.ask.view(table, self.who))["table"]
        self.world.referee.saw(self.who, view)
        return view

    def _looks_up(self, floor: Floor, table: str) -> bool:
        """Whether there may be something new; now and then also where there is not."""
        fresh = self._seen.get(table) != floor.books.shown.tables[table].version
        return fresh or self.chance.random() < (0.3 if self.world.quiet else 0.05)

    # --- The end --------------------------------------------------------------------------------------------------

    def at_rest(self, floor: Floor) -> bool:
        if self._pending is not None or not self.connected:
            return False
        shown = floor.books.shown.tables
        return all(self.versions.get(table) == shown[table].version for table in self.tables)

    def check(self, floor: Floor) -> None:
        for table in self.tables:
            self.look(floor, table)


class Player(Client):
    """Sits down wherever there is a place, bets, decides, and sometimes leaves."""

    def __init__(self, world: "World", who: Who, tables: Sequence[str]) -> None:
        super().__init__(world, who, tables)
        self._wants: dict[tuple[str, str], list[str]] = {}
        """By table and round: what is still to be bet."""
        self._hesitates = self.chance.random() < 0.3
        """Waits for a place and does not take it."""

    def think(self, floor: Floor) -> None:
        table = self.chance.choice(self.tables)
        for name in self.tables:
            if _is_asked(floor.books.shown.tables[name], self.who.name):
                table = name
        live = floor.books.shown.tables[table]
        if not self._looks_up(floor, table) or (not _is_asked(live, self.who.name) and self.chance.random() > 0.15):
            return
        view = self.look(floor, table)
        if not self.world.quiet and self._queues(table, view):
            return
        do = self._choice(table, view)
        if do is not None:
            self.ask(table, do, moment=view["moment"])
        else:
            self._seen[table] = view["version"]

    def _queues(self, table: str, view: dict[str, Any]) -> bool:
        """A player without a free place joins the waiting list, and sometimes loses patience; some are in no hurry."""
        you = view["you"]
        if you["places"] or view["state"] != "open":
            return False
        sits = any("sits" in each["do"] for each in you["may"])
        if you.get("offered") and self.chance.random() < 0.2:
            self.ask(table, "", kind="pass")
            return True
        if you["waits"] is not None:
            leaves = self.chance.random() < 0.1
            if leaves:
                self.ask(table, "", kind="wait-no-more")
            return leaves or self._hesitates
        if self.chance.random() < (0.1 if sits else 0.6):
            self.ask(table, "", kind="wait", number=self.chance.choice((0, 0, 0, 1, 2)))
            return True
        return False

    def _choice(self, table: str, view: dict[str, Any]) -> str | None:
        may = view["you"]["may"]
        if not view["you"]["places"]:
            if self.world.quiet:
                return None
            sits = [each for each in may if "sits" in each["do"]]
            return _with_amount(self.chance.choice(sits), self.chance, 20_000) if sits else None
        offered = {each["do"].partition(" ")[2].split(" ")[0]: each for each in may}
        if self.world.quiet or self.chance.random() < 0.9:
            for word in ("leaves", "frees", "withdraw", "away", "hides"):
                offered.pop(word, None)
        if "sits" in offered and self.chance.random() < 0.95:
            del offered["sits"]
        bets = [
            word for word, each in offered.items() if "from" in each and word not in ("sits", "tops-up", "raise", "bet")
        ]
        if bets and "round" in view and view["round"].get("phase") == "betting":
            return self._bet(table, view, {word: offered[word] for word in bets}, offered)
        return self._decision(offered)

    def _bet(self, table: str, view: dict[str, Any], bets: dict[str, Any], offered: dict[str, Any]) -> str | None:
        if self.world.quiet:
            return None
        key = (table, view["moment"])
        if key not in self._wants:
            lucky = self.world.lucky
            wanted = ["ante"] if lucky or self.chance.random() < 0.9 else []
            wanted += [word for word in ("jackpot", "bonus", "pair-plus") if lucky or self.chance.random() < 0.6]
            self._wants = {key: wanted, **{other: left for other, left in self._wants.items() if other[0] != table}}
        wanted = self._wants[key]
        if not wanted:
            if "ready" in offered and self.chance.random() < 0.6:
                return str(offered["ready"]["do"])
            others = [word for word in ("leaves", "frees", "tops-up", "sits", "withdraw") if word in offered]
            if not others or self.chance.random() > 0.1:
                return None
            return _with_amount(offered[self.chance.choice(others)], self.chance, 5_000)
        word = wanted.pop(0)
        return _with_amount(bets[word], self.chance, 5_000) if word in bets else None

    def _decision(self, offered: dict[str, Any]) -> str | None:
        if "look" in offered and self.chance.random() < 0.6:
            return str(offered["look"]["do"])
        for word in ("tops-up", "moves-to"):
            offered.pop(word if self.chance.random() < 0.8 else "", None)
        words = [word for word in offered if word != "look"]
        if not words:
            return None
        weights = [
            {"fold": 0.1 if self.world.lucky else 2, "call": 5, "check": 5, "raise": 2, "allin": 1, "back": 9}.get(
                word, 4
            )
            for word in words
        ]
        (word,) = self.chance.choices(words, weights)
        return _with_amount(offered[word], self.chance, 3_000)


def _is_asked(table: LiveTable, player: str) -> bool:
    game = table.game
    if game.closed or game.suspended is not None:
        return False
    if isinstance(game, HouseState):
        boxes = [box for box in game.round.boxes.values() if box.player == player]
        if not boxes:
            return True
        return str(game.round.phase) in ("betting", "deciding") or bool(game.round.choosing)
    seat = next((number for number, each in game.seats.items() if each.player == player), None)
    if seat is None or game.round is None or game.round.over:
        return True
    return game.round.turn == seat


def _with_amount(option: dict[str, Any], chance: random.Random, most: int) -> str:
    if "from" not in option:
        return str(option["do"])
    low, high = (int(option[key].replace(".", "")) for key in ("from", "to"))
    high = min(high, max(low, most))
    amount = chance.choice((low, low, high, chance.randint(low, high)))
    if amount not in (low, high):
        amount -= amount % 100
    amount = max(amount, low)
    return f"{option['do']} {amount // 100}.{amount % 100:02d}"


class Dealer(Client):
    """Runs the tables that are not run by the system, deals real cards, and reads them."""

    def __init__(self, world: "World", who: Who, tables: Sequence[str]) -> None:
        run = [kind.name for kind in world.kinds if kind.run_by == "dealer"]
        super().__init__(world, who, run)
        self._shoes: dict[tuple[str, int], list[Card]] = {}
        self._hands: dict[tuple[str, int], dict[str, list[Card]]] = {}

    def think(self, floor: Floor) -> None:
        tables = sorted(self.tables, key=lambda _: self.chance.random())
        for table in tables:
            if not self._looks_up(floor, table):
                continue
            view = self.look(floor, table)
            do = self._choice(table, view)
            if do is not None:
                self.ask(table, do)
                return
            if not any(each["do"] in ("close", "next", "start") for each in view["you"]["may"]):
                self._seen[table] = view["version"]

    def _shoe(self, table: str, number: int) -> list[Card]:
        key = (table, number)
        if key not in self._shoes:
            chance = random.Random(f"{self.world.seed} {table} {number} {self.chance.random()}")
            self._shoes[key] = list(shuffled(DECK, chance))
        return self._shoes[key]

    def _choice(self, table: str, view: dict[str, Any]) -> str | None:
        may = {each["do"] for each in view["you"]["may"]}
        round_ = view["round"]
        if round_ is not None:
            for waiting in round_["waiting"]:
                if waiting["for"] == "cards":
                    return self._cards(table, view["round"]["number"], waiting, may)
        for do in ("settle", "dealt"):
            if do in may:
                return do
        ready = self.world.quiet or self.chance.random() < 0.35
        if "close" in may and ready and self._anybody_bet(view):
            return "close"
        if "next" in may and (ready or not self.world.quiet) and table not in self.world.counted_again:
            return "next"
        if "start" in may and not self.world.quiet and ready:
            return "start"
        return self._for_a_player(view) if self.chance.random() < (0.3 if self.world.quiet else 0.05) else None

    def _anybody_bet(self, view: dict[str, Any]) -> bool:
        return any(box["bets"] for box in view["round"]["boxes"].values())

    def _for_a_player(self, view: dict[str, Any]) -> str | None:
        words = ("fold", "play", "bet", "check", "call", "look", "river", "flop", "turn", "continue")
        acts = [each["do"] for each in view["you"]["may"] if each["do"].split()[-1] in words and "from" not in each]
        return self.chance.choice(acts) if acts else None

    def _cards(self, table: str, number: int, waiting: dict[str, Any], may: set[str]) -> str | None:
        due = waiting["due"]
        kind = next(kind for kind in self.world.kinds if kind.name == table)
        shoe = self._shoe(table, number)
        if kind.cards == "reader":
            count = due if self.world.quiet or self.chance.random() < 0.7 else self.chance.randint(1, max(due, 1))
            return f"deal {' '.join(shoe[:count])}" if due > 0 else None
        if "dealt" in may:
            return "dealt"
        if waiting.get("of") == "dealer":
            word = "up" if due == 1 else "dealer"
        elif waiting.get("of") == "board":
            word = "board"
        elif "box" in waiting:
            word = f"{waiting['box']} hand"
        elif "seat" in waiting:
            if "mucks" in waiting["may"] and self.chance.random() < 0.5:
                return f"{waiting['seat']} mucks"
            word = f"{waiting['seat']} shows"
        else:
            return "dealt"
        return f"{word} {' '.join(shoe[:due])}"

    def answered(self, request: Request, status: int, answer: Any) -> None:
        """What is dealt has left the shoe."""
        words = request.do.split()
        if status == 200 and (words[0] in ("deal", "up", "dealer", "board") or words[1:2] in (["hand"], ["shows"])):
            for (table, _), shoe in self._shoes.items():
                if table == request.table:
                    shoe[:] = [card for card in shoe if card not in words]


class Manager(Client):
    """Decides what waits for somebody of rank, verifies, changes links with another one, suspends and lets go on."""

    def think(self, floor: Floor) -> None:
        if self._has_decided(floor) or self._has_seen_to_links(floor) or self.world.quiet:
            return
        if self._has_seen_to_debts(floor):
            return
        if self.chance.random() > 0.06:
            return
        name = self.chance.choice(self.tables)
        words = ("suspend", "incident interruption", "incident unshuffled", "incident other ruling=void", "day-ends")
        self.ask(name, self.chance.choice(words), reason="asked for")

    def _has_decided(self, floor: Floor) -> bool:
        for incident in as_json(floor.pit.incidents(open_only=True, limit=5, before=None))["items"]:
            options = [each["do"] for each in incident["options"]]
            if incident["by"] == "pia" and self.chance.random() < 0.5:
                options = [incident["do"]]  # as it was reported, whatever was foreseen
            do = self.chance.choice([*options, "dismiss"])
            if not options and self.chance.random() < 0.5:
                do = "incident other ruling=void"
            self.ask(incident["table"], do, kind="decision", number=incident["incident"], reason="seen")
            return True
        for name in self.tables:
            if floor.books.shown.tables[name].game.suspended is not None:
                view = self.look(floor, name)
                if any(each["do"] == "resume" for each in view["you"]["may"]):
                    self.ask(name, "resume")
                    return True
        return False

    def _has_seen_to_debts(self, floor: Floor) -> bool:
        """Asks to write them off, and approves whatever waits, be it their own request."""
        for debtor in as_json(floor.debts.all()) if self.chance.random() < 0.3 else ():
            table, player = debtor["debts"][0]["table"], debtor["player"]
            if debtor["write_offs"]:
                number = debtor["write_offs"][0]["change"]
                self.ask(table, player, kind="write-off-approval", number=number)
            else:
                amount = self.chance.randint(1, cents(debtor["owed"]))
                self.ask(table, player, kind="write-off", number=amount, reason="not to be had")
            return True
        return False

    def _has_seen_to_links(self, floor: Floor) -> bool:
        for name, link in floor.books.shown.links.items():
            patient = self.chance.random() < 0.7 and not self.world.quiet
            for number, award in link.awards.items():
                if str(award.state) == "locked" and award.verify and not patient:
                    self.ask(name, "", kind="verification", number=number, reason="checked")
                    return True
            for change in link.changes:
                if change.approved_by is None and change.by.name != self.who.name and not patient:
                    self.ask(name, "", kind="approval", number=change.number)
                    return True
            if link.suspended and not patient:
                self.ask(name, "", kind="resumption", reason="works again")
                return True
            if not self.world.quiet and self.chance.random() < 0.02:
                self._change(name)
                return True
        return False

    def _change(self, link: str) -> None:
        kinds = ({"contribution": "0.50"}, {"correction": "12.50"}, {"verify-above": "50.00"}, {"reset": "400.00"})
        if self.chance.random() < 0.6:
            self.ask(link, "", kind="change", change=self.chance.choice(kinds), reason="from now on")
        else:
            policy = self.chance.choice(("without-jackpot", "disallow"))
            self.ask(link, policy, kind="suspension", reason="down")


class Supervisor(Client):
    """Where cards are real: has winners leave and cash out and then finds their round void, and takes what is owed."""

    def __init__(self, world: "World", who: Who, tables: Sequence[str]) -> None:
        super().__init__(world, who, tables)
        self._next: list[Callable[[], None]] = []

    def think(self, floor: Floor) -> None:
        if self.world.quiet or not self._next:
            self.world.counted_again.clear()
        if self.world.quiet:
            return
        if self._next:
            self._next.pop(0)()
            return
        for debtor in as_json(floor.debts.all()) if self.chance.random() < 0.2 else ():
            owed, table = cents(debtor["owed"]), debtor["debts"][0]["table"]
            amount = self.chance.choice((owed, owed + 1, max(owed // 2, 1)))
            self.ask(table, debtor["player"], kind="debt-payment", number=amount, reason="cash")
            return
        name = self.chance.choice(self.tables)
        table = floor.books.shown.tables[name]
        if isinstance(table.game, HouseState) and table.game.round.settlement_made and self.chance.random() < 0.7:
            self._finds_it_void(floor, name, table.game)

    def _finds_it_void(self, floor: Floor, name: str, state: HouseState) -> None:
        ahead = {
            box.player: number
            for number, box in state.round.boxes.items()
            if sum(line.returned + line.paid - line.staked for line in box.lines) > 0 and number in state.table.players
        }
        for player, box in ahead.items():
            self._next += [
                lambda box=box: self.ask(name, f"{box} leaves"),  # type: ignore[misc]
                lambda player=player: self._cashes_out(floor, name, player),  # type: ignore[misc]
            ]
        report = self.chance.choice(("incident dealer-count", f"incident player-count box={min(state.round.boxes)}"))
        self._next.append(lambda: self.ask(name, report, reason="counted again"))
        self.world.counted_again.add(name)

    def _cashes_out(self, floor: Floor, name: str, player: str) -> None:
        held = floor.books.shown.balances.get(wallet(player), 0)
        if held:
            self.ask(name, player, kind="withdrawal", number=held, reason="goes home")


class Attacker(Client):
    """Says whatever others say, at the wrong time and about what is not theirs."""

    def __init__(self, world: "World", who: Who, tables: Sequence[str]) -> None:
        super().__init__(world, who, tables)
        self._heard: list[Request] = []
        self._refused = ""

    def think(self, floor: Floor) -> None:
        if self.world.quiet or self.chance.random() < 0.5:
            return
        table = self.chance.choice(self.tables)
        live = floor.books.shown.tables[table]
        tricks: list[Callable[[], None]] = [
            lambda: self.ask(table, self._nonsense(live), moment=live.moment),
            lambda: self.ask(table, self._nonsense(live), moment=None),
            lambda: self.ask(table, self._nonsense(live), moment=f"{live.rounds}.{max(live.moments - 1, 0)}"),
            self._again,
        ]
        self.chance.choice(tricks)()

    def _nonsense(self, live: LiveTable) -> str:
        offered = [each.offered for each in live.queue if each.offered is not None]
        if offered and self.chance.random() < 0.3:
            return f"{self.chance.choice(offered)} sits Mal 20"
        place = self.chance.randint(1, 6)
        acts = (
            *("ante 10", "ante 999999999", "jackpot 5", "fold", "call", "check", "allin", "raise 40", "bet 10", "play"),
            *("leaves", "frees", "look", "withdraw ante", "sits Ann 10", "sits Mal 20", "sits Mal 100", "tops-up 50"),
            *("river", "flop", "turn", "continue", "ante -5", "ante 0.001", "gone", "hides", "away", "back"),
            *("ready", "moves-to 2"),
        )
        floors = (
            "close",
            "settle",
            "next",
            "start",
            "suspend",
            "resume",
            "day-ends",
            "deal As",
            "",
            "incident",
            "dealt",
        )
        if self.chance.random() < 0.3:
            return self.chance.choice(floors)
        return f"{place} {self.chance.choice(acts)}"

    def answered(self, request: Request, status: int, answer: Any) -> None:
        self._heard.append(request)
        if status == 409 and request.do != self._refused:  # the same mistake once more, as something new
            self._refused = request.do
            self.ask(request.table, request.do, moment=request.moment)

    def _again(self) -> None:
        """An id that was used before, with the same words or with others."""
        if self._heard:
            old = self.chance.choice(self._heard)
            do = old.do if self.chance.random() < 0.5 else f"{old.do} "
            self._pending = Request(old.id, old.table, do, old.moment, old.reason)
            self._send(self._pending)


class Watcher(Client):
    """The auditor, and a spectator who has not signed in."""

    def think(self, floor: Floor) -> None:
        if self.chance.random() < 0.1:
            name = self.chance.choice(self.tables)
            self.look(floor, name)
            self.world.referee.saw(None, as_json(floor.ask.view(name, None))["table"])

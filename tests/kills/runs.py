"""One evening with its kills."""

import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

from croupier.floor.store.checks import told_rows
from croupier.floor.store.opening import read_store
from tests.kills.checks import check_audit, check_decks, check_money, fortunes, ledger
from tests.kills.client import Answer, Client, Died, Sent
from tests.kills.evening import PLAYERS, TURN, Evening
from tests.kills.floors import BY_HAND, EVENINGS, FLOOR, SYSTEM_RUN, rulebook_of
from tests.kills.processes import Server, copied
from tests.kills.verdicts import NOTHING, verdicts

Json = dict[str, Any]
STEPS = 400
ROUNDS = 2
PEOPLE = ("sam", "sue", "pia", "dan", "una", *PLAYERS.values(), "Dee")
OPTIONS = ("--clock", "manual", "--seed", "7")
DIED_OF = {"kill": -signal.SIGKILL, "error": 5}


def open_house(folder: Path, *, fork: bool = True) -> dict[str, str]:
    """A new house with everybody signed in, closed again; their tokens."""
    folder.mkdir()
    (folder / "floor.toml").write_text(FLOOR)
    server = Server(folder, *OPTIONS, fork=fork)
    client = Client("opening")
    client.attach(server)
    passwords = {each["name"]: each["password"] for each in server.line["users"]}
    for name in PEOPLE:
        body = {"name": name, "password": passwords[name]}
        client.tokens[name] = client.ask("/v1/sessions", "", "POST", body)["token"]
    client.hang_up()
    server.signal(signal.SIGTERM)
    assert server.ended() == 0, server.complaint()
    return client.tokens


class Run:
    """An evening in a copy of the house. `faults` strike one after the other, each at a server of its own; `opening:`
    before one means that it counts from the first commit of the opening."""

    def __init__(
        self, place: Path, tokens: dict[str, str], name: str, seed: str, faults: list[str], *, fork: bool
    ) -> None:
        self.folder = place / "evening"
        copied(place / "house", self.folder)
        self.name, self.seed, self.plan, self.faults, self.fork = name, seed, faults, list(faults), fork
        self.client = Client(f"{random.Random(seed).randrange(10**6):06d}")
        self.client.tokens = dict(tokens)
        self.evening = Evening(self.client, f"{name} {seed}", EVENINGS[name], ROUNDS)
        self.views: dict[str, Json] = {}
        self.accounts: dict[str, int] = {}
        self.seqs: dict[str, int] = {}
        self.roots: dict[tuple[str, int], list[str]] = {}
        self.kills: Counter[tuple[str, str]] = Counter()
        """By kind of fault and rulebook of the rounds that were open."""
        self.ruled: Counter[tuple[str, str]] = Counter()
        self.unmoved = 0
        """Kills after which everybody was seen to have what they had."""
        self.written: list[Json] = []
        self.said: list[Sent] = []
        """Since the tables were last looked at, and answered or not."""
        self.there: set[str] = set()
        """Ids of acts without an answer that are in the journal all the same."""
        self.entered: set[str] = set()
        """Ids of all entries that were looked at."""
        self.struck = 0
        self.turning = False
        self.kill_at: int | None = None
        """With the n-th request from now the server is killed from outside."""
        self.server: Server | None = None

    # --- The evening ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        try:
            self._start()
            while True:
                try:
                    self._to_the_end()
                    self._finish()
                    break
                except Died:
                    self._came_to_an_end()
                    self._start()
        finally:
            self.client.hang_up()
            if self.server is not None:
                self.server.kill()

    def _to_the_end(self) -> None:
        for step in range(STEPS):
            self._look()
            open_tables = [table for table in self.evening.tables if not self.evening.is_over(self.views[table])]
            if not open_tables:
                return
            chance = self.evening.chance("step", step, len(self.client.answered))
            chance.shuffle(open_tables)
            acts = [act for table in open_tables if (act := self.evening.next_at(table, self.views[table])) is not None]
            if not acts or (chance.random() < 0.2 and not SYSTEM_RUN.isdisjoint(open_tables)):
                self._turn_the_clock()
                continue
            acts = acts[: chance.choice([1, 1, 2])]
            if len({act.table for act in acts}) < len(acts):
                acts = acts[:1]
            self._post(*acts)
        shown = {table: (view["state"], view["round"]) for table, view in self.views.items()}
        raise AssertionError(f"the evening does not end: {shown}")

    def _post(self, *acts: Sent) -> list[Answer]:
        self.said = list(acts)
        if self.kill_at is not None:
            self.kill_at -= len(acts)
            if self.kill_at <= 0:
                self._kill_from_outside(acts)
        return self.client.post(*acts)

    def _kill_from_outside(self, acts: tuple[Sent, ...]) -> None:
        """Anywhere in the course of a request."""
        assert self.server is not None
        server, wait = self.server, self.evening.chance("outside", len(self.client.answered)).random() * 0.006
        self.kill_at = None

        def kill() -> None:
            time.sleep(wait)
            server.signal(signal.SIGKILL)

        self.client.post(*acts, meanwhile=kill)
        raise Died

    def _turn_the_clock(self) -> None:
        self.turning = True
        self.client.ask("/v1/demo/clock", "sam", "POST", {"advance": TURN})
        self.turning = False

    # --- Dying and coming back ------------------------------------------------------------------------------------

    def _came_to_an_end(self) -> None:
        server = self.server
        assert server is not None
        kind = server.fault.rpartition(":")[2] if server.fault else "kill"
        if kind == "hang":
            until = time.monotonic() + 30
            while not server.is_stopped and time.monotonic() < until:
                time.sleep(0.005)
            assert server.is_stopped, f"{server.fault}: the process does not stand still"
            server.kill()
        else:
            status = server.ended()
            assert status == DIED_OF[kind], f"{server.fault or 'killed'}: exit status {status}: {server.complaint()}"
        self._count(server.fault or "SIGKILL")

    def _count(self, fault: str) -> None:
        self.struck += 1
        kind = ":".join(part for part in fault.split(":") if not part.isdigit())
        open_now = {
            rulebook_of(table)
            for table, view in self.views.items()
            if view["round"] and view["round"]["status"] == "open"
        }
        for book in open_now or {"between rounds"}:
            self.kills[kind, book] += 1

    def _start(self) -> None:
        """The next server, which may be killed while it opens."""
        while True:
            fault = self.faults.pop(0) if self.faults else ""
            opening = fault.startswith("opening:")
            if fault.startswith("outside:"):
                self.kill_at, fault = int(fault.partition(":")[2]), ""
            else:
                self.kill_at = None
            self.server = Server(
                self.folder,
                *OPTIONS,
                fault="" if opening else fault,
                in_opening=fault.removeprefix("opening:") if opening else "",
                fork=self.fork,
            )
            if self.server.line:
                break
            status = self.server.ended()
            assert opening and status == -signal.SIGKILL, f"{fault}: {status}: {self.server.complaint()}"
            self._count(fault)
        line = self.server.line
        assert line.get("ready") is True, line
        self.client.attach(self.server)
        try:
            self._came_back()
        except Died:
            self._came_to_an_end()
            self._start()

    def _came_back(self) -> None:
        """What was left is ruled on as it must be; then what got no answer is sent again."""
        client, before = self.client, self.views
        entries = self._journal()
        in_flight = list(client.unanswered)
        ids = {each["body"]["id"] for each in entries}
        new = {sent.id: sent for sent in (*in_flight, *self.said) if sent.id in ids}
        views = dict(self.evening.watch())
        if before:
            for table in self.evening.tables:
                self._check_ruling(table, before[table], views[table], entries, list(new.values()))
            at_the_cage = any(not sent.table for sent in (*in_flight, *self.said))
            if not at_the_cage and not any(self._moves_money(each["body"]) for each in entries):
                had, have = fortunes(self.accounts, before), fortunes(ledger(client), views)
                assert had == have, f"chips: {had} before, {have} now, after {[e['body']['do'] for e in entries]}"
                self.unmoved += 1
        stands = client.ask("/v1/house")["now"]
        assert all(stands >= view["at"] for view in views.values()), f"the clock went back to {stands}"
        self.there |= {*new}
        self.entered |= ids
        accounts = ledger(client)  # the last thing that may meet another kill
        self.views, self.accounts, self.turning, self.written, self.said = views, accounts, False, [], []
        self._resend(in_flight)
        if before:
            self._check_answers()
        check_money(client, dict(self.evening.watch()))

    def _journal(self) -> list[Json]:
        """What has been written since the tables were last looked at, of all streams that are played in."""
        for path in (*(f"tables/{table}" for table in self.evening.tables), "links/grand"):
            first = self.seqs.get(path, 0) + 1
            told = self.client.ask(f"/v1/{path}/journal?from={first}&limit=200", "sam")["items"]
            self.seqs[path] = first - 1 + len(told)
            self.written += told
        return self.written

    def _resend(self, in_flight: list[Sent]) -> None:
        """What got no answer gets one now, once: the same again where it had happened."""
        client = self.client
        for sent in in_flight:
            client.unanswered.remove(sent)
            self.said = [sent]
            (answer,) = client.post(sent)
            if sent.table:
                assert answer.is_again is (sent.id in self.there), (
                    f"{sent}: {answer}, {'in' if sent.id in self.there else 'not in'} the journal"
                )
            if answer.is_stored:
                again = client.again(sent)
                assert again.is_again and again.once() == answer.once(), f"{sent}: {answer} and then {again}"
            self._look()

    def _check_answers(self, *, all_of_them: bool = False) -> None:
        """Everything that was answered and entered is answered again in the same way. Refusals that are no entries
        are forgotten with the process: the same id may be tried again, and might be accepted."""
        entered = self._entered()
        answered = [each for each in self.client.answered if each[1].done or (each[0].who, each[0].id) in entered]
        chosen = answered if all_of_them else answered[-4:]
        if not all_of_them and len(answered) > 8:
            chosen = [*chosen, *random.Random(len(answered)).sample(answered[:-4], 4)]
        for sent, answer in list(chosen):
            again = self.client.again(sent)
            if answer.status == 409 and not again.is_again and sent.id not in self.entered:
                continue  # refused without an entry, which no restart outlives
            assert again.is_again and (again.status, again.once()) == (answer.status, answer.once()), (
                f"{sent}: {answer}, now {again}"
            )

    def _entered(self) -> set[tuple[str, str]]:
        """By whom, and with which id."""
        with read_store(self.folder / "d") as reader:
            bodies = [told_rows(entry.body) for _, entry in reader.every_entry()]
        return {(body.by.partition(" for ")[0], body.id) for body in bodies}

    def _check_ruling(self, table: str, before: Json, after: Json, entries: list[Json], there: list[Sent]) -> None:
        acts = [sent for sent in there if sent.table == table]
        act = acts[0] if acts else None
        stream = [each for each in entries if each["stream"] == f"table/{table}"]
        own = [
            each for each in stream if each["body"]["by"] == "system" and each["body"]["do"] == "incident interruption"
        ]
        by_system = [each["body"] for each in stream if each["body"]["by"] == "system" and each not in own]
        assert len(own) <= 1, f"{table}: {len(own)} interruptions of one crash"
        if act is not None and any(each["body"]["id"] == act.id and each["body"].get("refused") for each in stream):
            act = None
        ruling = NOTHING
        if own:
            (ruled,) = [
                each
                for each in self._rulings(after)
                if each["incident"] == "interruption" and each.get("by") == "system"
            ][-1:]
            ruling = ruled["ruling"]
            assert ruled["cites"], ruled
        if by_system or self.turning:
            self.ruled["by the clock", ruling] += 1
            return
        expected = verdicts(before, act, after, by_hand=table in BY_HAND)
        if not own and not stream and before["round"] and self._ruled_already(before):
            expected = {NOTHING}
        said = act.do if act is not None else "nothing"
        assert ruling in expected, f"{table}: {ruling} where {expected} is right, after {said}, from {before}"
        self.ruled[rulebook_of(table), ruling] += 1
        same = before["round"] and after["round"] and before["round"]["number"] == after["round"]["number"]
        if same and before["deal"]["round"] == after["deal"]["round"]:
            assert before["deal"]["roots"] == after["deal"]["roots"], f"{table}: other roots"
        if ruling == "void":
            assert after["round"]["status"] == "void"

    def _moves_money(self, body: Json) -> bool:
        """Whether it may have paid somebody, or the cage: by what is posted to trays, meters and the cage, or because
        it gave pots out, of which the House may have taken nothing."""
        kinds = ("tray/", "rake/", "award/", "cage", "house")
        given_out = any(event["type"] == "pots-given-out" for event in body["then"])
        return given_out or any(account.startswith(kinds) for account, _ in body["post"])

    def _ruled_already(self, view: Json) -> bool:
        """Nothing has happened at the table since it was ruled on."""
        rulings = self._rulings(view)
        return bool(rulings) and rulings[-1]["incident"] == "interruption" and rulings[-1].get("by") == "system"

    def _rulings(self, view: Json) -> list[Json]:
        return list(view["round"]["incidents"]) if view["round"] else []

    def _look(self) -> None:
        """What everybody sees before the next act: it must be found again."""
        views = {table: self.evening.view(table, "dan") for table in self.evening.tables}
        for table, view in views.items():
            deal = view["deal"]
            self.roots.setdefault((table, int(deal["round"])), deal["roots"])
        self._journal()
        accounts = ledger(self.client)  # all of it is seen, or nothing: a kill may come at any of these
        self.views, self.accounts, self.turning, self.written, self.said = views, accounts, False, [], []

    def _finish(self) -> None:
        """The rounds are over: every answer again, every deck, and the auditor."""
        client, server = self.client, self.server
        assert server is not None
        self._check_answers(all_of_them=True)
        views = dict(self.evening.watch())
        check_money(client, views)
        check_decks(client, self.roots, self.evening.cards)
        client.hang_up()
        server.signal(signal.SIGTERM)
        status = server.ended()
        if server.fault and status == DIED_OF.get(server.fault.rpartition(":")[2]):
            raise Died  # by the last commit of all, which closes the store
        assert status == 0, server.complaint()
        check_audit(self.folder)

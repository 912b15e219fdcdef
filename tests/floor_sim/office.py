"""The office of the house from one seed: managers make accounts, reset passwords, approve each other and try not to
need each other; a dealer reaches for a player's wallet. Who counts as a second person is read here from the entries."""

import json
import random
from collections.abc import Callable

from croupier.floor.ledger.accounts import stack
from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.given import PasswordHash
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Problem
from croupier.floor.store import keys
from croupier.floor.store.base import UserRow
from croupier.floor.store.simulated import SimulatedDisk
from croupier.rules.cards import seeded_chance
from croupier.rules.money import Cents
from tests.floor_sim.referee import must
from tests.floors import house_table, jackpot_link

STEPS = 60
HOUR = 3_600_000_000
STAFF = {"sam": "shift-manager", "sue": "shift-manager", "pia": "pit-supervisor", "dan": "dealer", "una": "auditor"}
OF_RANK = ("pit-supervisor", "shift-manager", "auditor")
DAN = Who("dan", Role.DEALER)
FLOOR = jackpot_link() + house_table("tcp-1", run_by="dealer", boxes=3, jackpot_bet="5", link="grand")


class _Clock:
    def __init__(self) -> None:
        self.time = 1_767_225_600_000_000

    def now(self) -> int:
        return self.time

    def monotonic(self) -> int:
        return self.time // 1000


class Office:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"office {seed}")
        self.ring = keys.made(lambda size: random.Random(f"keys {seed}").randbytes(size))
        self.disk, self.clock, self.acts = SimulatedDisk(), _Clock(), 0
        self._start()

    def _start(self) -> None:
        self.store = self.disk.open()
        ports = Ports(self.clock, seeded_chance(f"office {self.store.epoch}"), self.ring, lambda run: run())
        self.floor = floor = Floor(self.store, ports, demo=True)
        floor.load()
        floor.recover()
        set_up(floor, read_floor_file(FLOOR))
        if not floor.register.is_kept:
            floor.staff.enter_users([UserRow(name, role, "x", 1) for name, role in {**STAFF, "Zoe": "player"}.items()])
            floor.staff.note_settings({TWO_PEOPLE: "true", SECOND_PERSON_ABOVE: "10000.00"})
            floor.perform(Who("sam", Role.SHIFT_MANAGER), "zoe-comes-in", cmd.AddPlayer("Zoe", chips=Cents(500_000)))
        self.store.flush()

    def run(self) -> None:
        steps = (self._makes, self._resets, self._approves, self._changes_the_link, self._pays, self._reaches)
        for _ in range(STEPS):
            self.clock.time += self.chance.choice((1, HOUR // 60, 2 * HOUR, 13 * HOUR))
            self.chance.choice(steps)()
            if self.chance.random() < 0.1:
                self.store.crash()
                self._start()
            self.store.flush()

    def _id(self) -> str:
        self.acts += 1
        return f"office-{self.acts:06d}"

    def _manager(self) -> Who:
        managers = [person.name for person in self.floor.register.managers()]
        return Who(self.chance.choice(managers), Role.SHIFT_MANAGER)

    def _gave(self, asker: str, second: str) -> bool:
        """Whether the asker gave the other one an account or a password within a day, as the entries say."""
        for entry in self.disk.entries["house"]:
            for event in json.loads(entry.body).get("then", ()):
                is_given = event["type"] in ("user-made", "password-set") and event["user"] == second
                if is_given and event["by"] == asker and self.clock.time - entry.at < 24 * HOUR:
                    return True
        return False

    def _check_second(self, asker: str, second: Who, approves: Callable[[], Ticket]) -> None:
        one = asker == second.name or self._gave(asker, second.name)
        try:
            approves()
        except Problem as problem:
            must(problem.code != "second-person" or one, "two people", f"{second.name} may approve for {asker}")
            return
        must(not one, "two people", f"{second.name} approves what {asker} has asked for")

    def _makes(self) -> None:
        role = self.chance.choice((*OF_RANK, "shift-manager", "dealer"))
        change = UserChange(f"user-{self.acts}", role, password=True, makes=True)
        self.acts += 1
        status = self.floor.perform(
            self._manager(), "", cmd.ChangeUser(change), given=PasswordHash(f"hash {self.acts}")
        ).status
        must(status == (202 if role in OF_RANK else 201), "two people", f"a {role} is made at once: {status}")

    def _resets(self) -> None:
        person = self.chance.choice([each for each in self.floor.register.people.values() if each.role != "player"])
        ticket = self.floor.perform(
            self._manager(), "", cmd.ChangeUser(UserChange(person.name, password=True)), given=PasswordHash("new hash")
        )
        must(
            ticket.status == (202 if person.role in OF_RANK else 200), "two people", f"{person.name} has a new password"
        )

    def _approves(self) -> None:
        asked = [each for each in self.floor.register.changes.values() if each.state == "asked"]
        if asked:
            change, second = self.chance.choice(asked), self._manager()
            self._check_second(
                change.by, second, lambda: self.floor.perform(second, self._id(), cmd.ApproveHouseChange(change.number))
            )

    def _changes_the_link(self) -> None:
        floor, asker, second = self.floor, self._manager(), self._manager()
        value = f"0.{self.chance.randint(10, 60)}"
        asked = floor.perform(asker, self._id(), proposed({"contribution": value}), "a better share", at="link/grand")
        self.store.flush()
        if asked.status == 202:
            number = asked.answer["change"]
            self._check_second(
                asker.name,
                second,
                lambda: floor.perform(second, self._id(), cmd.ApproveChange(number), at="link/grand"),
            )

    def _pays(self) -> None:
        amount = Cents(self.chance.choice((1_000, 1_000_000, 1_000_001, 5_000_000)))
        ticket = self.floor.perform(Who("pia", Role.PIT_SUPERVISOR), self._id(), cmd.Deposit("Zoe", amount), "cash")
        must(ticket.status == (202 if amount > 1_000_000 else 200), "two people", f"{amount} come to a wallet")

    def _reaches(self) -> None:
        """For the wallet of Zoe, who is not there; then she comes, says yes, and is to become a dealer."""
        floor = self.floor
        if self.disk.balances.get(stack("tcp-1", "Zoe"), 0):  # the house was killed before she left
            floor.act(DAN, "tcp-1", self._id(), "1 leaves")
            return
        asked = floor.act(DAN, "tcp-1", self._id(), "1 sits Zoe 100")
        must(asked.status == 202, "wallet", "staff bring chips of a player who was not asked")
        late = self.chance.random() < 0.3
        self.clock.time += 60_000_000 if late else 1_000_000
        try:
            floor.perform(Who("Zoe", Role.PLAYER), self._id(), cmd.AnswerAsked(asked.answer["asked"], True))
        except Problem:
            must(late, "wallet", "a yes within the minute is not heard")
            return
        must(not late, "wallet", "a yes after the minute is heard")
        self.store.flush()
        try:
            floor.perform(Who("sam", Role.SHIFT_MANAGER), "", cmd.ChangeUser(UserChange("Zoe", "dealer")))
            must(False, "role", "somebody with chips at a table becomes a dealer")
        except Problem:
            floor.act(DAN, "tcp-1", self._id(), "1 leaves")

"""A seat in the terminal, and what it stands on: views, options, simple players, a followed meter."""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import PUBLIC, Actor, Rank, Viewer
from croupier.base.errors import Refused
from croupier.base.typed_fields import texts_of
from croupier.doors.cli import main
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.players.house import BOLD, CAUTIOUS, Manner, act, bets
from croupier.rounds.playing.house import HouseEvening, sit_down
from croupier.rounds.playing.screen import WIDTH, Screen
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import Card, Deck, parse_cards, seeded_chance, shuffled_deck
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.options import options
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, HouseTable, Limits, Phase
from croupier.rules.games.house.view import Waiting, view
from croupier.rules.money import cents, fraction
from croupier.rules.rulebook.load import BOOKS, at_the_table
from croupier.rules.rulebook.model import Device, game_of

GAMES = tuple(HOUSE_GAMES)
KEYS = {game_of(key): key for key in BOOKS}


# --- The terminal -------------------------------------------------------------------------------------------


class Utf8(StringIO):
    encoding = "utf-8"


class Teletype(Utf8):
    def isatty(self) -> bool:
        return True


def evening(
    game: str,
    *lines: str,
    seed: str = "1",
    stake: str = "500",
    device: Device = Device.SHOE,
    out: StringIO | None = None,
    environ: dict[str, str] | None = None,
) -> tuple[HouseEvening, str]:
    """Played until nothing more is typed: the seat, and all that was printed."""
    out = Utf8() if out is None else out
    screen = Screen(StringIO("".join(f"{line}\n" for line in lines)), out, environ or {})
    seat = seated(game, screen, seed=seed, stake=stake, device=device)
    seat.play()
    return seat, out.getvalue()


def seated(
    game: str, screen: Screen, *, seed: str = "1", stake: str = "500", device: Device = Device.SHOE
) -> HouseEvening:
    return sit_down(
        at_the_table(KEYS[game], device),
        device,
        screen,
        name="Ann",
        stake=cents(stake),
        of_cards=seeded_chance(f"{seed}: cards"),
        of_others=seeded_chance(f"{seed}: others"),
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_player_sees_no_hidden_card(game: str) -> None:
    seat = seated(game, Screen(StringIO(), Utf8(), {}))
    seat.act(cmd.PlaceBet(1, Spot.ANTE, cents("10")))
    dealt = [Card(card) for event in seat.act(cmd.CloseBets()) for card in texts_of(event, Card)]
    assert len(dealt) > 2
    up = seat.dealer.round.up
    assert {*dealt} == {FACE_DOWN} | ({up} if up else set())


EVENINGS = {
    "three-card-poker": (
        (
            "?",
            "ante 50 pair-plus 10 j",
            "4 ante 20",
            "",
            "",
            "4 look",
            "play",
            "p",
            "why",
            "",
            "?",
            "fold",
            "why",
            "q",
        ),
        Device.SHOE,
    ),
    "casino-stud": (
        ("50 jackpot", "", "look", "bet", "why", "? 3.12.2", "", "fold", "why 2", "", "q"),
        Device.SHUFFLER,
    ),
    "progressive-holdem": (
        ("50 bonus 10 j", "", "", "fl", "turn", "check", "why", "", "flop", "?", "check", "river", "q"),
        Device.SHOE,
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_an_evening(game: str, golden: Callable[[str, str], None]) -> None:
    lines, device = EVENINGS[game]
    _, printed = evening(game, *lines, seed="9", device=device)
    golden(f"transcripts/evening-{game}.txt", printed)


@pytest.mark.parametrize("game", GAMES)
def test_it_ends_cleanly_wherever_the_input_ends(game: str) -> None:
    lines, device = EVENINGS[game]
    for length in range(len(lines) + 1):
        seat, printed = evening(game, *lines[:length], device=device)
        assert "Good night, Ann." in printed
        assert f"leave with {seat.stack // 100:,}.{seat.stack % 100:02d}:" in printed
        assert max(map(len, printed.splitlines())) <= WIDTH
        assert "\x1b" not in printed


def random_typing(chance: random.Random) -> Iterator[str]:
    words = ["", "", "", "look", "play", "bet", "flop", "turn", "river", "check", "fold", "hide", "why", "?", "y"]
    words += ["10", "ante 30", "pp", "pair-plus 5", "bonus", "jackpot", "4 ante 10", "4 fold", "4 j", "w ante", "deal"]
    words += ["play 5", "bet 7.50", "1 ante 10", "ante 9999", "ante 1", "fold 3", "x", "4", "ante -5", "? 4.2", "why 2"]
    while True:
        yield chance.choice(words)


@given(st.sampled_from(GAMES), st.sampled_from(Device), st.integers(0, 10**6))
def test_whatever_is_typed_the_chips_add_up(game: str, device: Device, seed: int) -> None:
    typing = random_typing(random.Random(seed))
    lines = [next(typing) for _ in range(50)]
    seat, printed = evening(game, *lines, seed=str(seed), stake="60", device=device)
    results = re.findall(r"^  [34] You .*?(?:\n +|  )([-+][\d,]+\.\d\d)$", printed, re.MULTILINE)
    assert seat.stack - seat.bought == sum(round(float(each.replace(",", "")) * 100) for each in results)
    assert seat.stack >= 0
    assert max(map(len, printed.splitlines())) <= WIDTH


def test_a_seed_repeats_an_evening() -> None:
    typed = ["", "", "play"] * 5
    assert evening("three-card-poker", *typed, seed="5")[1] == evening("three-card-poker", *typed, seed="5")[1]
    assert evening("three-card-poker", *typed, seed="5")[1] != evening("three-card-poker", *typed, seed="6")[1]


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("jackpot 7", ["Refused: the jackpot bet must be 5.00, not 7.00.", "3.4, R-47", "You may: ante 10.00"]),
        ("look", ["Refused: box 3 has no hand"]),
        ("ante 5 deal", ["below the minimum of 10.00", "5.2, R-3", "You may: ante 10.00"]),
        ("ante 499 ante 499", ["That takes 998.00, and you have 500.00 in front of you."]),
        ("ante 300 ante 250", ["That takes 550.00, and you have 500.00"]),
        ("3 ante 20 4 ante 20", ["Not understood: 4 of what?"]),
        ("ante 50 jackpot 7", ["Refused: the jackpot bet must be 5.00", "You may: ante 10.00", "Place your bets"]),
        ("deal ante 20", ["Refused: the cards come first"]),
        ("1 ante 50", ["Not understood: box 1 is not yours; yours are 3 and 4."]),
        ("ante 1.234", ["Not understood: '1.234' is not an amount"]),
        ("ante -5", ["Not understood: '-5' is not an amount"]),
        ("dance", ["Not understood: this table does not know 'dance'"]),
        ("withdraw", ["Not understood: withdraw which bet?"]),
        ("withdraw ante", ["Refused: there is no ante on box 3 to withdraw"]),
        ("why", ["Nothing has been paid yet."]),
        ("? 9.9", ["three-card-poker@3 has no paragraph 9.9."]),
        ("? r-8", ["R-8  Two boxes, one player."]),
    ],
)
def test_mistakes_are_answered_and_the_round_goes_on(typed: str, answers: list[str]) -> None:
    _, printed = evening("three-card-poker", typed, "withdraw ante", "withdraw jackpot", "", "", "fold")
    for answer in answers:
        assert answer in printed
    assert "Your hand" in printed
    assert "Round 2" in printed


def test_mistakes_after_the_deal() -> None:
    _, printed = evening("three-card-poker", "20", "4 20", "", "ante 10", "look", "4 look", "", "p 7", "4 p")
    assert "Refused: bets are closed" in printed
    assert "Ann has looked at box 3 and must not look at another hand." in printed
    assert "Say what you decide" in printed
    assert "Play 7.00" in printed  # of the wrong size, settled as it lies


def test_a_bet_over_the_limit_and_one_without_an_ante_go_back() -> None:
    _, printed = evening("progressive-holdem", "600", "4 jackpot", "deal", stake="1000")
    assert "100.00 is above the limit and goes back." in printed
    assert "Jackpot without an Ante goes back." in printed


def test_a_play_that_the_chips_do_not_reach() -> None:
    _, printed = evening("three-card-poker", "12", "", "play", "play 3", stake="15")
    assert "That takes 12.00, and you have 3.00 in front of you." in printed
    assert "play 3.00 would be settled as it is." in printed
    assert "Play 3.00" in printed


def test_broke() -> None:
    seat, printed = evening("casino-stud", "10", "", "fold", "", stake="10")
    assert "You have 0.00 left; the smallest bet is 10.00." in printed
    assert seat.bought == cents("20")
    seat, printed = evening("casino-stud", "10", "", "fold", "no", stake="10")
    assert seat.bought == cents("10")
    assert "Good night, Ann. You played 1 round, bought 10.00 and leave with 0.00:" in printed
    seat, printed = evening("casino-stud", "10", "", "fold", "ante 5", "buy 5", "buy 100", "q", stake="10")
    assert "Not understood: ante 5. There are no chips for it; buy some or leave." in printed
    assert seat.bought == cents("115"), "5.00 are too few for a bet, and it is asked again"


def test_walking_away_folds() -> None:
    seat, printed = evening("casino-stud", "50", "", "", "q")
    assert "Ann walks away." in printed
    assert seat.rounds == 1
    assert seat.stack == cents("450")
    _, printed = evening("casino-stud", "50", "q")
    assert "walks away" not in printed
    assert "leave with 500.00" in printed


def test_watching_a_round() -> None:
    seat, printed = evening("three-card-poker", "deal")
    assert "Round 2" in printed
    assert seat.stack == cents("500")


def test_colour_is_for_people_who_want_it() -> None:
    typed = ("", "", "fold")
    assert "\x1b[31m" in evening("three-card-poker", *typed, out=Teletype())[1]
    assert "\x1b" not in evening("three-card-poker", *typed, out=Teletype(), environ={"NO_COLOR": "1"})[1]
    assert "\x1b" not in evening("three-card-poker", *typed, out=Teletype(), environ={"TERM": "dumb"})[1]


def test_a_terminal_without_suits() -> None:
    _, printed = evening("three-card-poker", "", "", "fold", out=StringIO())
    assert printed.isascii()
    assert re.search(r"Your hand  [2-9TJQKA][cdhs] ", printed)


@pytest.mark.parametrize(
    ("named", "answer"), [(["bridge"], "there is no rulebook or game 'bridge'"), ([], "which game?")]
)
def test_unknown_game(named: list[str], answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", *named])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert all(words in said for words in (answer, *GAMES))


@pytest.mark.parametrize("stake", ["0", "lots", "1.234"])
def test_bad_stake(stake: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "casino-stud", "--stake", stake])
    assert ended.value.code == 2
    assert "--stake" in capsys.readouterr().err


def test_from_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("\n\nfold\n"))
    assert main(["play", "casino-stud", "--seed", "3", "--device", "shuffler", "--stake", "80", "--name", "Max"]) == 0
    printed = capsys.readouterr().out
    assert "dealt from the shuffler" in printed
    assert "Max II" in printed  # another guest has that name
    assert "Good night, Max." in printed


@pytest.mark.parametrize(("typed", "prompt"), [("", "bets> "), ("50\n\n", "you> ")])
def test_interrupt(typed: str, prompt: str) -> None:
    """Ctrl-C ends the evening with a summary, wherever it comes."""
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from croupier.doors.cli import main; sys.exit(main(['play', 'progressive-holdem', '--seed', '1']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed)
        process.stdin.flush()
        printed = ""
        while not printed.endswith(prompt):
            letter = process.stdout.read(1)
            assert letter, printed
            printed += letter
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert complaints == ""
    assert "Good night, Ann." in rest
    assert ("Ann walks away." in rest) == (prompt == "you> ")


# --- Rounds to look at --------------------------------------------------------------------------------------

ANN, BEN = Viewer("Ann"), Viewer("Ben")
SHIFT_MANAGER = Actor(Rank.SHIFT_MANAGER, "Eve")


def a_table(game: str, device: Device) -> HouseTable:
    limits = Limits(cents("10"), cents("30"))
    return HouseTable(
        device=device,
        limits={spot: limits for spot in HOUSE_GAMES[game].spots if spot is not Spot.JACKPOT},
        players={1: "Ann", 2: "Ben", 4: "Ann"},
        jackpot_bet=cents("5"),
    )


class Royal(ShuffledDecks):
    """Every other deck begins with hands that win a share of the jackpot."""

    def __init__(self, royal: random.Random, chance: random.Random) -> None:
        super().__init__(chance)
        self._royal = royal
        self._chance = chance

    def next_deck(self) -> Deck:
        royal = parse_cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")
        return shuffled_deck(self._chance, royal if self._royal.randrange(2) else ())


class Walk:
    """Random acts at a table, legal ones and irregularities, round after round."""

    def __init__(self, game: str, device: Device, seed: int) -> None:
        self.chance = random.Random(seed)
        self.game = HOUSE_GAMES[game]
        self.book = at_the_table(KEYS[game], device)
        meter = jackpot_at(displayed=cents("1000"), reset=cents("500"), contribution=fraction("0.123"))
        self.dealer = HouseDealer(
            self.game, self.book, a_table(game, device), meter, Royal(self.chance, seeded_chance(seed))
        )

    def rounds(self, steps: int) -> Iterator[HouseRound]:
        for _ in range(steps):
            yield self.dealer.round
            if self.dealer.round.over and self.chance.randrange(3):
                self.dealer.act(cmd.OpenRound())
                continue
            may = list(self.may(self.chance.choice(["Ann", "Ben", None])))
            if self.chance.randrange(9):
                may = [each for each in may if not isinstance(each, cmd.WalkAway)]
            if self.chance.randrange(12) == 0 or not may:
                self.attempt(self.report())
            else:
                self.attempt(self.chance.choice(may))
        yield self.dealer.round

    def may(self, player: str | None) -> tuple[cmd.RoundCommand, ...]:
        return options(self.game.decide, self.book, self.dealer.round, player)

    def report(self) -> cmd.ReportIrregularity:
        kinds = sorted(self.game.incidents - {cmd.Incident.JACKPOT_DOWN})
        return cmd.ReportIrregularity(
            self.chance.choice(kinds),
            by=SHIFT_MANAGER,
            boxes=self.chance.choice([(), (1,), (2,), (4,)]),
            reconstructable=self.chance.random() < 0.5,
            void=self.chance.random() < 0.5,
        )

    def attempt(self, command: cmd.RoundCommand) -> None:
        with suppress(Refused):
            self.dealer.act(command)


walks = st.builds(Walk, st.sampled_from(GAMES), st.sampled_from(Device), st.integers(0, 10**6))


# --- Views --------------------------------------------------------------------------------------------------


def round_of(text: str) -> HouseRound:
    dealer = play(read_script(text)).dealer
    assert isinstance(dealer, HouseDealer)
    return dealer.round


def three_card(*actions: str) -> HouseRound:
    return round_of(
        f"""
rulebook = "three-card-poker@3"
shoe     = "2c  As 8h 7d Qh  Ks 8d 7h Qd  Qs 2h 4c 3c"
actions  = ["1 ante 50", "1 jackpot 5", "2 ante 20", "3 pair-plus 5", "close", {", ".join(f'"{a}"' for a in actions)}]
[table]
ante = ["10", "1000"]
pair-plus = ["5", "500"]
jackpot-bet = "5"
[jackpot]
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
[boxes]
1 = "Ann"
2 = "Ann"
3 = "Ben"
"""
    )


NOTHING = (None, None, None)


def test_cards_are_face_down_until_the_player_looks() -> None:
    dealt = three_card()
    assert all(box.cards == NOTHING for box in view(dealt, ANN).boxes.values())
    looked = view(three_card("1 look"), ANN)
    assert looked.boxes[1].cards == ("As", "Ks", "Qs")
    assert looked.boxes[2].cards == NOTHING  # his second hand
    assert looked.boxes[3].cards == looked.dealer == NOTHING
    assert view(three_card("1 look"), BEN).boxes[1].cards == NOTHING
    assert looked.waiting == (Waiting("decision", 1), Waiting("decision", 2))


def test_hands_are_turned_up_at_the_settlement() -> None:
    settled = view(three_card("1 play", "2 fold"), PUBLIC)
    assert settled.dealer == ("Qh", "Qd", "3c")
    assert settled.boxes[1].cards == ("As", "Ks", "Qs")
    assert settled.boxes[2].cards == NOTHING  # folded
    assert settled.boxes[3].cards == ("7d", "7h", "4c")  # Pair Plus alone, never looked at
    assert settled.boxes[1].lines[0].cites
    assert settled.waiting == ()


def test_a_hidden_hand_stays_hidden() -> None:
    hidden = three_card("1 look", "1 play", "2 fold", "1 hides")
    assert view(hidden, PUBLIC).boxes[1].cards == NOTHING
    assert view(hidden, ANN).boxes[1].cards == ("As", "Ks", "Qs")


def test_a_void_opens_nothing() -> None:
    void = three_card("1 look", "1 play", "2 play", "incident dealer-count")
    assert void.phase is Phase.VOID
    assert view(void, PUBLIC).boxes[1].cards == NOTHING


def test_a_folded_hand_shows_itself_to_be_paid() -> None:
    """Casino Stud keeps a folded box's jackpot bet alive; the Flush that wins it lies open."""
    folded = round_of(
        """
rulebook = "casino-stud@2"
dealing  = "shuffler"
shoe     = "Qh Jh 8h 4h 3h  As Kh 7c 5d 2s"
actions  = ["1 ante 50", "1 jackpot 5", "close", "1 fold"]
[table]
ante = ["10", "1000"]
jackpot-bet = "5"
[jackpot]
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
[boxes]
1 = "Ann"
"""
    )
    seen = view(folded, PUBLIC)
    assert seen.boxes[1].cards == ("Qh", "Jh", "8h", "4h", "3h")
    assert seen.dealer == (None, None, None, None, "2s")


# --- Options ------------------------------------------------------------------------------------------------


def test_bets_are_offered_at_their_canonical_amounts() -> None:
    dealer = Walk("three-card-poker", Device.SHOE, 1).dealer

    def offered() -> dict[Spot, int]:
        may = options(dealer.game.decide, dealer.book, dealer.round, "Ben")
        return {each.spot: each.amount for each in may if isinstance(each, cmd.PlaceBet)}

    assert offered() == {Spot.ANTE: 1000, Spot.PAIR_PLUS: 1000, Spot.JACKPOT: 500}
    dealer.act(cmd.PlaceBet(2, Spot.ANTE, cents("4")))
    assert offered()[Spot.ANTE] == 600  # what is missing to the minimum
    dealer.act(cmd.PlaceBet(2, Spot.ANTE, cents("21")))
    assert offered()[Spot.ANTE] == 500  # what is missing to the limit
    dealer.act(cmd.PlaceBet(2, Spot.ANTE, cents("5")))
    dealer.act(cmd.PlaceBet(2, Spot.JACKPOT, cents("5")))
    assert offered() == {Spot.PAIR_PLUS: 1000}
    assert options(dealer.game.decide, dealer.book, dealer.round, "Zoe") == ()


# --- Simple players -----------------------------------------------------------------------------------------


def decision_with(game: str, manner: Manner, shoe: str, *before: str) -> Decision:
    """What a player decides with his cards, having made these decisions before."""
    book = KEYS[game]
    actions = ["1 ante 50", "close", "1 look", *(f"1 {decision}" for decision in before)]
    round_ = round_of(
        f"""
rulebook = "{book}"
dealing  = "shuffler"
shoe     = "{shoe}"
actions  = [{", ".join(f'"{action}"' for action in actions)}]
[table]
ante = ["10", "1000"]
[boxes]
1 = "Ann"
"""
    )
    may = options(HOUSE_GAMES[game].decide, at_the_table(book, Device.SHUFFLER), round_, "Ann")
    chosen = act(HOUSE_GAMES[game], view(round_, ANN), 1, manner, may)
    assert isinstance(chosen, cmd.MakeDecision)
    return chosen.decision


@pytest.mark.parametrize(
    ("game", "shoe", "before", "cautious", "bold"),
    [
        ("three-card-poker", "Qs 6h 4d", (), "play", "play"),
        ("three-card-poker", "Qs 6h 3d", (), "fold", "play"),
        ("three-card-poker", "Js Th 8d", (), "fold", "fold"),
        ("casino-stud", "2s 2h 5d 8c 9c", (), "bet", "bet"),
        ("casino-stud", "As Kh 5d 8c 9c", (), "bet", "bet"),
        ("casino-stud", "9s 8s 6s 3s 2s", (), "bet", "bet"),
        ("casino-stud", "As Qh 5d 8c 9c", (), "fold", "bet"),
        ("casino-stud", "Ks Qh 5d 8c 9c", (), "fold", "fold"),
        ("progressive-holdem", "4c 5d 9h Js Kd  2s 2h", (), "flop", "flop"),
        ("progressive-holdem", "4c 5d 9h Js Kd  Jc 2h", (), "flop", "flop"),
        ("progressive-holdem", "4c 5d 9h Js Kd  Tc 2h", (), "fold", "flop"),
        ("progressive-holdem", "4c 5d 9h Js Kd  7c 2h", (), "fold", "fold"),
        ("progressive-holdem", "4c 5d 9h Js Kd  9c 2h", ("flop",), "turn", "turn"),
        ("progressive-holdem", "4c 5d 9h Js Kd  Ac 2h", ("flop",), "check", "turn"),
        ("progressive-holdem", "4c 5d 9h Js Kd  Qc 2h", ("flop", "check"), "check", "check"),
        ("progressive-holdem", "4c 5d 9h Js Kd  Jc 2h", ("flop", "check"), "river", "river"),
    ],
)
def test_simple_players(game: str, shoe: str, before: tuple[str, ...], cautious: str, bold: str) -> None:
    assert decision_with(game, CAUTIOUS, shoe, *before) == cautious
    assert decision_with(game, BOLD, shoe, *before) == bold


@given(st.sampled_from(GAMES), st.sampled_from(Device), st.sampled_from([CAUTIOUS, BOLD]), st.integers(0, 10**6))
def test_simple_players_keep_to_the_rules(game: str, device: Device, manner: Manner, seed: int) -> None:
    """Two of them play a round to its end; one has two boxes and may not look at the second."""
    walk = Walk(game, device, seed)
    dealer = walk.dealer
    for box in dealer.round.boxes:
        for bet in bets(view(dealer.round, PUBLIC), box, manner, walk.chance):
            dealer.act(bet)
    dealer.act(cmd.CloseBets())
    while not dealer.round.over:
        box_due = view(dealer.round, PUBLIC).waiting[0].box
        assert box_due is not None
        player = dealer.round.boxes[box_due].player
        chosen = act(dealer.game, view(dealer.round, Viewer(player)), box_due, manner, walk.may(player))
        assert chosen is not None
        dealer.act(chosen)
    assert dealer.round.phase is Phase.SETTLED


def test_a_line_is_done_as_a_whole_or_not_at_all() -> None:
    _, printed = evening("casino-stud", "20", "", "bet 10 20 30", "bet 10 bet 20", "bet")
    assert "Not understood: 20 of what?" in printed
    assert "Refused: the cards come first" in printed or "Refused: box 3 has already decided" in printed
    assert "Bet 40.00" in printed or "BET 40.00" in printed


def test_a_hand_that_is_not_shown_is_said_to_be() -> None:
    _, printed = evening("three-card-poker", "20", "", "hide")
    assert "You do not show the hand of box 3." in printed

"""`croupier odds` and `croupier advise`: exact figures as JSON and pages, changed games, refusals."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.numbers.maths.casino_stud.options import casino_stud_options
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.whatif import changeable, changed, differences, read_changes
from croupier.numbers.maths.three_card.options import three_card_options
from croupier.rules.cards import Card, parse_cards
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import game_of

THREE, STUD, HOLDEM = GAMES = ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6")
"""Figures are those of these versions, whichever are in force."""
EXACT = ("ev", "house_edge", "element_of_risk", "average_bet", "variance")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, *words, "--json"))


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    written = capsys.readouterr()
    assert not written.out
    return written.err.strip().splitlines()[-1]


# Odds


@pytest.mark.parametrize("game", GAMES)
def test_json_is_golden(game: str, capsys: pytest.CaptureFixture[str], golden: Callable[[str, str], None]) -> None:
    text = run(capsys, "odds", game, "--json", "--quick", "--meter", "100000")
    found = json.loads(text)
    # the book and the program may change while the odds stay
    for name in ("book_sha256", "program"):
        del found[name]
    del found["document"]["revision"]
    golden(f"odds/{game_of(game)}.json", json.dumps(found, indent=2, ensure_ascii=False) + "\n")


@pytest.mark.parametrize(
    ("game", "ev"),
    [
        (THREE, "-686689/20358520"),
        (STUD, "-86362082531/1661102543100"),
        (HOLDEM, "-578107733/28381438800"),
    ],
)
def test_json_is_exact_and_adds_up(game: str, ev: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "odds", game, "--quick")
    assert found["ev"] == ev
    for name in EXACT:
        assert "/" in found[name]
    chances = {Fraction(net): Fraction(chance) for net, chance in found["distribution"].items()}
    mean = sum(net * chance for net, chance in chances.items())
    assert sum(chances.values()) == 1
    assert mean == Fraction(ev) == sum(Fraction(line["contribution"]) for line in found["lines"])
    assert sum(net**2 * chance for net, chance in chances.items()) - mean**2 == Fraction(found["variance"])
    assert Fraction(found["element_of_risk"]) == -Fraction(ev) / Fraction(found["average_bet"])
    jackpot = {name: Fraction(found["jackpot"][name]) for name in ("per_dollar", "fixed", "break_even")}
    assert jackpot["fixed"] + jackpot["per_dollar"] * jackpot["break_even"] == 0
    assert all(check["holds"] for check in found["checks"])


def test_side_bets_have_their_own_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "odds", THREE, "--quick")["bets"]["pair-plus"]["ev"] == "-308/5525"
    assert told(capsys, "odds", HOLDEM, "--quick")["bets"]["bonus"]["ev"] == "-13873/162435"
    assert told(capsys, "odds", STUD, "--quick")["bets"] == {}


def test_the_page_says_what_matters(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "odds", THREE, "--meter", "80450")
    for words in (
        "three-card-poker@3",
        "686689/20358520",
        "3.3730 %",
        "Q-6-4 or better",
        "308/5525 = 5.5747 %",
        "breaks even at a meter of 80,450.00",
        "value 0 = 0.000000 dollars",
        "play every hand",
    ):
        assert words in page
    assert "A-K-Q-J-2" in run(capsys, "odds", STUD, "--quick")
    assert "Fold 72o, 62o, 52o, 42o, 32o;" in run(capsys, "odds", HOLDEM, "--quick")


def test_long_run_of_the_link(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "odds", STUD, "--quick", "--contribution", "0.6", "--reset", "100000")
    assert Fraction(found["jackpot"]["long_run"]["meter"]) > 100_000
    assert found["jackpot"]["long_run"]["contribution"] == "3/5"
    assert found["jackpot"]["long_run"]["reset"] == "100000.00"
    assert "--contribution and --reset" in refused(capsys, "odds", STUD, "--reset", "100000")
    link = ("--contribution", "0.6", "--reset", "100000", "--set", "jackpot.straight-flush=12%")
    changed_link = told(capsys, "odds", STUD, "--quick", *link)
    apart = Fraction(changed_link["difference"]["jackpot"]["long_run"]["hold"])
    assert apart == Fraction(changed_link["jackpot"]["long_run"]["hold"]) - Fraction(
        found["jackpot"]["long_run"]["hold"]
    )
    page = run(capsys, "odds", STUD, "--quick", *link)
    assert "jackpot: mean meter in the long run" in page
    assert "jackpot: the House keeps in the long run" in page


def test_each_figure_shows_its_assumptions(capsys: pytest.CaptureFixture[str]) -> None:
    page = " ".join(run(capsys, "odds", THREE, "--quick", "--others", "4").split())
    assert "of 4 other boxes are counted in" in page
    assert told(capsys, "odds", THREE, "--quick", "--others", "4")["jackpot"]["others"] == 4
    page = " ".join(run(capsys, "odds", THREE, "--quick", "--contribution", "0.6", "--reset", "50000").split())
    assert "With 60.00 % of each bet put on the meter and a reset value of 50,000.00" in page
    assert "it breaks even at any meter" in " ".join(
        run(capsys, "odds", THREE, "--quick", "--jackpot-bet", "1").split()
    )
    changed_page = run(capsys, "odds", THREE, "--quick", "--set", "jackpot.akq-of-spades.envy=500")
    (row,) = (line for line in changed_page.splitlines() if "Envy Bonuses, for each other box" in line)
    assert row.split()[-3:] == ["0.0111", "0.0181", "+0.0070"]


def test_the_standard_deviation_is_rounded(capsys: pytest.CaptureFixture[str]) -> None:
    assert "1.639253" in run(capsys, "odds", THREE, "--quick")  # 1.63925275
    assert told(capsys, "odds", STUD, "--quick")["standard_deviation"].startswith("2.282087511778")


@pytest.mark.slow
@pytest.mark.parametrize("changes", [(), ("--set", "dealer-qualifies=royal-flush")])
def test_frequencies_are_parts_of_all_deals(changes: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "odds", STUD, "--quick", *changes)["frequencies"]
    chance = {name: Fraction(value) for name, value in found.items()}
    assert chance["dealer-qualifies"] + chance["dealer-does-not-qualify"] == 1
    assert sum(value for name, value in chance.items() if name.startswith("not-folded-and-")) == 1 - chance["fold"]
    assert not any(" " in name for name in chance)


def test_liability_rests_on_the_sign(capsys: pytest.CaptureFixture[str]) -> None:
    sign = ("--limits", "ante=1000,pair-plus=500", "--boxes", "7", "--meter", "125000")
    found = told(capsys, "odds", THREE, *sign)["risk"]["liability"]
    assert found["stakes"] == {"ante": "1000.00", "pair-plus": "500.00", "jackpot": "5.00"}
    assert found["box"] == "151995.00", "1000 + 1000 + 5000 + 40 × 500 + the meter less the bet"
    assert found["boxes"] == 7
    page = " ".join(run(capsys, "odds", THREE, *sign).split())
    assert "a box wins at most 151,995.00 in a round, and 7 boxes at most" in page
    assert "a box wins at most 80,492.00 in a round." in run(capsys, "odds", THREE)
    for wrong in ("ante", "ante=x", "ante=5,ante=6", "whist=5", "bonus=5", "jackpot=5", "=5", ""):
        assert refused(capsys, "odds", THREE, "--limits", wrong)
    for boxes in ("0", "17", "99999999", "two"):
        expected = f"--boxes: expected a whole number from 1 to 16, got {boxes!r}"
        assert expected in refused(capsys, "odds", THREE, "--boxes", boxes)


def test_an_hour(capsys: pytest.CaptureFixture[str]) -> None:
    hour = ("--ante", "10", "--meter", "80450", "--boxes", "7", "--rounds-an-hour", "60")
    risk = told(capsys, "odds", THREE, *hour)["risk"]
    joint = told(capsys, "odds", THREE, *hour)["bets"]["pair-plus"]["with_ante"]
    assert Fraction(risk["win_a_round"]) == -10 * Fraction(joint["ev"]), "at this meter the jackpot bet costs nothing"
    assert risk["rounds_an_hour"] == 60
    assert "the House loses 105.68 dollars an hour" in run(
        capsys, "odds", "casino-stud", "--rounds-an-hour", "60", "--meter", "2000000"
    )
    expected = f"the House wins {float(Fraction(risk['win_a_round']) * 420):,.2f} dollars an hour"
    assert expected in " ".join(run(capsys, "odds", THREE, *hour).split())
    assert "--rounds-an-hour" in refused(capsys, "odds", THREE, "--rounds-an-hour", "many")
    assert "expected 1 to 999" in refused(capsys, "odds", THREE, "--rounds-an-hour", "0")


def test_every_decision_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "strategy.csv"
    assert not run(capsys, "odds", THREE, "--quick", "--strategy", str(file))
    assert file.read_text("utf-8").splitlines()[1] == '"Straight Flush, Ace high",4,4,play,70333/9212,+7.634932696'
    assert "should end in .csv" in refused(capsys, "odds", THREE, "--strategy", "strategy.txt")


def test_headlines(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "odds", THREE, "--quick")
    for words in ("return per ante (RTP)", "96.6270 %", "hit frequency: rounds won", "44.9127 %", "2.696571"):
        assert words in page
    risk = told(capsys, "odds", THREE, "--quick")["risk"]
    assert risk["mean_bets_between"]["the whole meter"] == "22100/1"
    assert risk["spreads"]["pair-plus"]["return"] == "5217/5525"
    low, high = map(float, risk["spreads"]["against the dealer"]["hold_bands"]["10000"]["90"])
    assert (round(low, 4), round(high, 4)) == (0.0068, 0.0607)


# What if


def test_an_actuary_pays_straights_six_to_one(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "odds", THREE, "--set", "pair-plus.straight=6")
    row = next(line for line in page.splitlines() if line.startswith("  pair plus: house edge"))
    assert row.split() == ["pair", "plus:", "house", "edge", "5.5747", "%", "2.3167", "%", "-3.2579", "%"]
    found = told(capsys, "odds", THREE, "--set", "pair-plus.straight=6")
    assert found["bets"]["pair-plus"]["ev"] == "-128/5525"
    assert found["approved"]["bets"]["pair-plus"]["ev"] == "-308/5525"
    assert found["difference"]["bets"]["pair-plus"]["ev"] == "36/1105"
    assert found["changes"] == {"pair-plus.straight": {"approved": "5", "changed": "6"}}
    assert found["difference"]["ev"] == "0/1"


def test_the_public_figure_of_casino_stud(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "odds", STUD, "--quick", "--set", "bet.royal-flush=100")
    assert Fraction(found["ev"]) == Fraction(-1_041_372_912_372, 19_933_230_517_200)


def test_changes_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "changes.toml"
    file.write_text('play-multiple = 2\n[pair-plus]\nstraight = 6\n[jackpot]\nstraight-flush = "175.50"\n', "utf-8")
    found = told(capsys, "odds", THREE, "--changes", str(file))
    assert found["changes"] == {
        "pair-plus.straight": {"approved": "5", "changed": "6"},
        "jackpot.straight-flush": {"approved": "175", "changed": "175.50"},
        "play-multiple": {"approved": "1", "changed": "2"},
    }
    assert "cannot be read" in refused(capsys, "odds", THREE, "--changes", str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("pair-plus.straight=-1", "straight pays -1; expected a whole number to 1, 0 where the stake is lost or push"),
        ("pair-plus.straight=31", "three-of-a-kind pays 30 to 1 and the lower straight pays 31 to 1"),
        ("pair-plus.flush=push", "flush pays push, the stake comes back and the lower pair pays 1 to 1"),
        ("ante-bonus.straight=push", "expected a whole number to 1 or 0: it has no stake that could come back"),
        ("jackpot.straight=push", "the stake of a jackpot bet never comes back; expected an amount"),
        ("pair-plus.straight=2.5", "'2.5' is not a payout; expected a whole number to 1"),
        ("pair-plus.strait=6", "did you mean pair-plus.straight"),
        ("pair-plus.straight=", "is not a change; write NAME=VALUE"),
        ("dealer-qualifies=tall", "no dealer's hand is called 'tall'"),
        ("play-multiple=0", "play-multiple is 0; a bet is at least one Ante"),
        ("play-multiple=x", "'x' is not a multiple"),
        ("jackpot.straight-flush=150%", "at most all"),
        ("jackpot.straight-flush=x%", "is not a share of the meter"),
        ("jackpot.straight-flush=x", "'x' is not an amount"),
        ("bet-payout-cap=5", "has nothing called 'bet-payout-cap' to change"),
        ("pair-plus=40-30-6-4", "has 4 values, the table has 5 rows: straight-flush,"),
        ("pair-plus=40,30,6,4,-1", "pair pays -1; expected a whole number to 1, 0 where the stake is lost or push"),
        ("pair-plus=40-30-5-6-1", "straight pays 5 to 1 and the lower flush pays 6 to 1"),
        ("pair-plus.straight=999999999", "expected at most 100,000"),
        ("pair-plus.straight=" + "9" * 20, "pays 99,999,999,999,999,999,999 to 1; expected at most 100,000"),
        ("pair-plus.straight=" + "9" * 41, "is not a payout"),
        ("play-multiple=101", "at least one Ante and at most 100"),
        ("jackpot.akq-of-spades=-5%", "more than 0 and at most all"),
        ("jackpot.akq-of-spades.envy=-1", "'-1' is not an amount"),
        ("jackpot.straight=" + "9" * 13, "too much to count"),
        ("jackpot.straight=" + "9" * 30, "more than any table takes"),
        ("=", "is not a change"),
    ],
)
def test_nonsense_is_refused(change: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, "odds", THREE, "--set", change)


def test_a_whole_table_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for told_as in ("40-30-6-4-1", "40 30 6 4 1", "40, 30, 6, 4, 1"):
        found = told(capsys, "odds", THREE, "--quick", "--set", f"pair-plus={told_as}")
        assert found["bets"]["pair-plus"]["ev"] == "-128/5525"
        assert found["changes"] == {"pair-plus.straight": {"approved": "5", "changed": "6"}}
    book = changed(approved(STUD), {"jackpot": "100%,12.5%,2000,200,100"})
    assert differences(approved(STUD), book) == {"jackpot.straight-flush": ("10%", "12.5%")}


PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}


def rows_of(pays: Mapping[str, object], name: str = "pair-plus") -> str:
    rows = ", ".join(f'{{ hand = "{hand}", pays = {json.dumps(odds)} }}' for hand, odds in pays.items())
    return f'[paytables.{name}]\nparagraph = "4.1"\nrows = [{rows}]\n'


def test_a_whole_table_from_a_file() -> None:
    book = approved(THREE)
    for text in (rows_of(PAIR_PLUS), "pair-plus = [40, 30, 6, 4, 1]"):
        assert differences(book, changed(book, read_changes(text))) == {"pair-plus.straight": ("5", "6")}
    awards = {"akq-of-spades": "90%", "akq-of-another-suit": 1250, "straight-flush": 175, "three-of-a-kind": 150}
    assert book.jackpot is not None
    with_awards = changed(book, read_changes(rows_of({**awards, "straight": "15"}, "jackpot")))
    assert differences(book, with_awards)["jackpot.akq-of-spades"] == ("100%", "90%")
    assert differences(book, with_awards)["jackpot.akq-of-spades.envy"] == ("250", "–"), "a whole table without them"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (rows_of({hand: pays for hand, pays in PAIR_PLUS.items() if hand != "flush"}), "the row flush is missing"),
        (rows_of({**PAIR_PLUS, "five-aces": 1}), "there is no hand five-aces; the rows are"),
        (rows_of(dict(reversed(PAIR_PLUS.items()))), "the row pair stands where straight-flush belongs"),
        (rows_of({**PAIR_PLUS, "pair": -1}), "pair pays -1"),
        (rows_of({**PAIR_PLUS, "pair": "much"}), "'much' is not a payout"),
        (rows_of({**PAIR_PLUS, "pair": [1]}), "a row has a hand and what it pays"),
        (rows_of({}), "the row straight-flush is missing"),
        (rows_of(PAIR_PLUS, "pare-plus"), "did you mean pair-plus"),
        (rows_of(PAIR_PLUS).replace('"pair"', '"flush"'), "the row flush appears twice"),
        ("[paytables.pair-plus]\nstraight = 6\n", "needs all its rows"),
        ("paytables = 3", "paytables is not a table"),
        (f"pair-plus.straight = 6\n{rows_of(PAIR_PLUS)}", "not both"),
        (f"pair-plus = [40, 30, 6, 4, 1]\n{rows_of(PAIR_PLUS)}", "and pair-plus are both given"),
        ("pair-plus = [40, 30]", "has 2 values, the table has 5 rows"),
        ("[pair-plus]\nstraight = 2.5", "is 2.5; write a whole number"),
        ("[pair-plus]\nstraight = true", "is true; write a whole number"),
        ("[pair-plus]\nstraight = 2020-01-01", "write a whole number"),
        ("a = = 3", "line 1: not TOML"),
        ("", "changes nothing"),
        ("whist = 3", "has nothing called 'whist'"),
    ],
)
def test_files_that_make_no_sense(text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "changes.toml"
    file.write_text(text, "utf-8")
    assert words in refused(capsys, "odds", THREE, "--changes", str(file))


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "changes.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text" in refused(capsys, "odds", THREE, "--changes", str(file))
    assert "cannot be read" in refused(capsys, "odds", THREE, "--changes", str(tmp_path))


def test_caps_and_qualifiers() -> None:
    book = approved(STUD)
    variant = changed(book, {"bet-payout-cap": "5000", "dealer-qualifies": "one-pair", "bet-multiple": "3"})
    assert variant.procedure.payout_caps["bet"] == 500_000
    assert (variant.procedure.dealer_qualifies, variant.procedure.multiples["bet"]) == ("one-pair", 3)
    with pytest.raises(Unreadable, match="payout limit"):
        changed(book, {"bet-payout-cap": "0"})
    assert changeable(approved(HOLDEM))["jackpot.royal-flush-on-the-turn"] == "25%"
    with pytest.raises(Unreadable, match="write a whole number"):
        read_changes("play-multiple = 1.5")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["whist"], "'whist' is not a game against the House"),
        ([THREE, "--ante", "0"], "--ante: expected an amount above 0"),
        ([THREE, "--meter", "much"], "--meter: 'much' is not an amount"),
        ([THREE, "--board", "As"], "--board is for poker only"),
        ([THREE, "--report", "sheet.doc"], "should end in .html, .pdf, .json, .csv, .md or .xlsx"),
        (["poker", "AsAh"], "two players or more"),
        (["poker", "AsAh vs As2d"], "has some card twice"),
        (["poker", "AsAh vs KdKc", "--cap", "3"], "matter only with --rake"),
        (["poker", "AsAh vs KdKc", "--ante", "3"], "--ante is for the house games"),
        (["poker", "AsAh vs KdKc", "--board", "As"], "a board has 0, 3, 4 or 5 cards"),
        (["poker", "AKx vs QQ"], "'AKx' is not part of a range"),
        (["poker", "AKs vs"], "'vs' is not part of a range"),
        (
            ["poker", "AKs vs QQ", "--rake", "500"],
            "expected a percentage from 0 to 5 (4.1), such as 5 or 2.5",
        ),
        (["poker", "AKs vs QQ", "--put", "5"], "1 amounts are given for 2 players"),
        (["poker", "AKs vs QQ", "--put", "5,0"], "--put: expected an amount above 0"),
        (["poker", "AKs vs QQ", "--put", "5,x"], "'x' is not an amount"),
        (["poker", "AKs vs QQ", "--put", "5,5", "--pot", "5"], "either the pot or what each"),
        (["poker", "AKs vs QQ", "--dead-money", "5"], "goes with --put"),
        ([THREE, "--put", "5,5"], "--put is for poker only"),
        (["poker", "AKs vs QQ", "--rake", "5", "--pot", "9" * 12], "too much to count"),
        ([THREE, "--ante", "9" * 12], "too much to count"),
        ([THREE, "--ante", "99999999"], "a round could bring more than 1,000,000,000 dollars"),
        ([HOLDEM, "--ante", "50000"], "is too large to count; the limit is 36"),
        ([THREE, "--ante", "NaN"], "'NaN' is not an amount"),
        ([THREE, "--others", "11"], "expected a whole number from 0 to 10, got '11'"),
        ([THREE, "--chip", "5"], "--chip is for poker only"),
        ([THREE, "--contribution", "2", "--reset", "5"], "'2' is not a fraction"),
        (["poker", "AA vs KK", "--boxes", "3"], "--boxes is for the house games"),
        (["poker", "AA vs KK", "--rake", "5.5"], "from 0 to 5 (4.1), such as 5 or 2.5, got '5.5'"),
    ],
)
def test_questions_without_an_answer(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, "odds", *arguments)


# Poker


def test_equity(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "odds", "poker", "AsAh vs KdKc", "--rake", "5", "--cap", "3")
    assert found["deals"] == 1_712_304
    assert [player["equity"] for player in found["players"]] == ["29603/36432", "6829/36432"]
    assert (found["rake"]["rake"], found["rake"]["break_even"]) == ("3/1", "50/97")
    assert "29603/36432" in run(capsys, "odds", "poker", "AsAh vs KdKc")
    assert told(capsys, "odds", "poker", "AsAh vs KdKc", "--board", "Kh 2d 3c")["deals"] == 990


def test_side_pots(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "poker", "AsAh vs KdKc vs 7s6s", "--board", "Kh 2d 3c", "--put", "50,200,300", "--rake", "5"]
    found = told(capsys, *words)
    assert [(pot["amount"], pot["rake"]) for pot in found["pots"]] == [("150/1", "7/1"), ("300/1", "15/1")]
    assert [pot["players"] for pot in found["pots"]] == [["AsAh", "KdKc", "7s6s"], ["KdKc", "7s6s"]]
    assert [player["uncalled"] for player in found["players"]] == ["0/1", "0/1", "100/1"]
    assert sum(Fraction(player["net"]) for player in found["players"]) == -22, "the rake is what all lose together"
    page = run(capsys, *words)
    for line in ("main pot", "side pot 1", "goes back uncalled", "wins or loses"):
        assert line in page


# Advice


def test_advice_on_casino_stud(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["advise", STUD, "--hand", "Ah Kd 9c 5s 2h", "--up", "9d", "--ante", "50", "--jackpot", "--meter", "125000"]
    found = told(capsys, *words)
    stakes = {Spot.ANTE: Cents(5_000), Spot.JACKPOT: Cents(500)}
    hand = parse_cards("Ah Kd 9c 5s 2h")
    known = casino_stud_options(approved(STUD), hand, Card("9d"), stakes, Cents(12_500_000))
    assert found["best"] == known.best.value == "bet"
    for decision, value in known.values.items():
        assert Fraction(found["options"][decision.value]["dollars"]) == value / 100
        assert Fraction(found["options"][decision.value]["antes"]) == value / 5_000
        assert Fraction(found["options"][decision.value]["cost_dollars"]) == known.costs[decision] / 100
    assert "Bet. To fold costs" in run(capsys, *words)


def test_advice_on_three_card_poker(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "advise", THREE, "--hand", "Qs 6h 4d", "--pair-plus", "5")
    stakes = {Spot.ANTE: Cents(100), Spot.PAIR_PLUS: Cents(500)}
    known = three_card_options(approved(THREE), parse_cards("Qs 6h 4d"), stakes)
    assert Fraction(found["options"]["play"]["dollars"]) == known.values[Decision.PLAY] / 100
    assert found["options"]["fold"]["dollars"] == "-6/1"


def test_advice_on_holdem(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "advise", HOLDEM, "--hand", "7d 2c")["best"] == "fold"
    rich = told(capsys, "advise", HOLDEM, "--hand", "7d 2d", "--jackpot", "--meter", "5000000")
    assert rich["best"] == "flop"
    found = told(capsys, "advise", HOLDEM, "--hand", "7d 2c", "--board", "7c 2d As")
    known = holdem_options(approved(HOLDEM), parse_cards("7d 2c"), parse_cards("7c 2d As"), {Spot.ANTE: Cents(100)})
    assert {name: Fraction(value["dollars"]) for name, value in found["options"].items()} == {
        decision.value: value / 100 for decision, value in known.values.items()
    }


def test_advice_counts_side_bets_after_the_flop(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["advise", HOLDEM, "--hand", "As Ks", "--board", "Qs Js 2d 3c"]
    plain = told(capsys, *words)["options"]
    side = told(capsys, *words, "--bonus", "10", "--jackpot", "--meter", "920000")["options"]
    for option, found in side.items():
        parts = {name: Fraction(part) for name, part in found["parts"].items()}
        assert parts["dealer"] == Fraction(plain[option]["dollars"])
        assert parts["bonus"] == 250
        # nothing else of the 46 rivers makes more than the royal flush, which takes 5 % of the meter
        assert parts["jackpot"] == Fraction(46_000, 46) - 5
        assert found["cost_dollars"] == plain[option]["cost_dollars"]


def test_advice_to_a_box_that_was_not_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cards not looked at against 9d" in run(capsys, "advise", STUD, "--blind", "--up", "9d")
    blind = told(capsys, "advise", THREE, "--blind", "--seen", "As Ks Qs")
    known = three_card_options(approved(THREE), (), {Spot.ANTE: Cents(100)}, seen=parse_cards("As Ks Qs"))
    assert Fraction(blind["options"]["play"]["dollars"]) == known.values[Decision.PLAY] / 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([THREE], "give either the cards"),
        ([THREE, "--blind", "--hand", "Ah Kd 9c"], "give either the cards"),
        ([THREE, "--hand", ""], "no card is given"),
        ([THREE, "--hand", "Ah Kd 9c", "--seen", "2h 2d 2c"], "--seen goes with --blind"),
        ([THREE, "--blind", "--seen", "2h 2d"], "has 3 cards, not 2"),
        ([THREE, "--blind", "--ante", "0", "--pair-plus", "5"], "R-18"),
        ([THREE, "--hand", "Ah Kd 9c", "--changes", "none.toml"], "cannot be read"),
        ([STUD, "--hand", "Ah Kd 9c 5s 2h"], "one dealer's card face up"),
        ([STUD, "--hand", "Ah Kd 9c 5s 2h", "--up", "Ah"], "Ah appears twice"),
        ([STUD, "--hand", "Ah Kd", "--up", "9d"], "has 5 cards, not 2"),
        ([THREE, "--hand", "Ah Kd 9c", "--up", "9d"], "no dealer's card is seen"),
        ([HOLDEM, "--hand", "Ah Kd", "--board", "9c 5s"], "not on 2"),
        ([HOLDEM, "--hand", "Ah Kd", "--pair-plus", "5"], "has no Pair Plus"),
        ([HOLDEM, "--hand", "Ah 10d"], "write Td for a ten"),
        ([HOLDEM, "--hand", "Ah Kd", "--jackpot"], "say what the meter shows"),
        ([HOLDEM, "--hand", "Ah Kd", "--ante", "0"], "nothing to decide"),
        (["poker", "--hand", "Ah Kd"], "'poker' is not a game against the House"),
    ],
)
def test_no_such_decision(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, "advise", *arguments)


def test_a_file_of_json_holds_what_json_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, name in (([], "sheet.json"), (["--set", "pair-plus.straight=5..6"], "sweep.json")):
        file = tmp_path / name
        assert main(["odds", THREE, "--quick", *more, "--json", "-o", str(file)]) == 0
        assert json.loads(file.read_text(encoding="utf-8")) == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", THREE],
        ["odds", "casino-stud", "--quick", "--set", "bet-multiple=3"],
        ["odds", THREE, "--set", "pair-plus.straight=4..6"],
        ["odds", "poker", "AsAh vs KdKc vs 7s6s", "--board", "Kh 2d 3c", "--put", "50,200,300", "--rake", "5"],
        ["advise", "casino-stud", "--hand", "Ah Kd 9c 5s 2h", "--up", "9d", "--jackpot", "--meter", "125000"],
    ],
)
def test_a_narrow_terminal(
    arguments: list[str], width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is wider, and nothing is lost: the same words and figures in the same order."""
    wide = run(capsys, *arguments).split()
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = run(capsys, *arguments)
    assert all(len(line) <= width and line == line.rstrip() for line in narrow.splitlines())
    assert sorted(narrow.split()) == sorted(wide)

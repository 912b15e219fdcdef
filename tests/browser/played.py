"""Rounds that have been played, for pages that show them again."""

from tests.browser.houses import House

STRAIGHT = "2c 9h 4d Qd 8s Kh 9c 7d 3c 4s"
PAIR_OF_KINGS = "9s 4d 2c Jh 3s Ks Kd Ah 9c 5d 5h"


def three_card_round(house: House) -> None:
    """Ann wins 285.00 with a Straight against Queen high; Ben folds unseen."""
    house.stack("tcp-1", STRAIGHT)
    if not house.view("tcp-1")["players"]:
        house.act("Ann", "tcp-1", "1 sits Ann 1000")
        house.act("Ben", "tcp-1", "2 sits Ben 500")
    for who, do in (("Ann", "1 ante 50"), ("Ann", "1 pair-plus 25"), ("Ann", "1 jackpot 5"), ("Ben", "2 ante 10")):
        house.act(who, "tcp-1", do)
    house.advance(25_000)
    for who, do in (("Ann", "1 look"), ("Ann", "1 play"), ("Ben", "2 fold")):
        house.act(who, "tcp-1", do)
    house.advance(10_000)


def stud_round_folded(house: House) -> None:
    """Ann looks and folds: 10.00 lost."""
    house.act("Ann", "cs-1", "4 sits Ann 300")
    house.act("Ann", "cs-1", "4 ante 10")
    house.advance(25_000)
    house.act("Ann", "cs-1", "4 look")
    house.act("Ann", "cs-1", "4 fold")
    house.advance(10_000)


def poker_round(house: House) -> None:
    """Three players; Ben's Kings win after the showdown, Cy has folded before the flop."""
    house.stack("poker-7", PAIR_OF_KINGS)
    for place, who in enumerate(("Ann", "Ben", "Cy"), 1):
        house.act(who, "poker-7", f"{place} sits {who} 400")
    house.advance(7_000)
    for who, do in (("Ann", "1 look"), ("Ann", "1 call"), ("Ben", "2 raise 12"), ("Cy", "3 fold"), ("Ann", "1 call")):
        house.act(who, "poker-7", do)
    for _ in range(3):
        house.act("Ben", "poker-7", "2 check")
        house.act("Ann", "poker-7", "1 check")


def an_evening(house: House) -> None:
    three_card_round(house)
    stud_round_folded(house)
    poker_round(house)

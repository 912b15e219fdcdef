"""A dispute at 3 Card Poker, settled with its paragraphs: the dealer's straight flush beats the player's."""

import croupier

table = croupier.open_table(
    "three-card-poker",
    {1: "Ann"},
    ante=("10", "1000"),
    pair_plus=("5", "500"),
    shoe="As 6h 9d 5h 8d 4h 7d",
)
table.say("1 ante 50", "1 pair-plus 10", "close", "1 look", "1 play")
box = table.rounds[0]["boxes"]["1"]
for bet, line in box["bets"].items():
    print(f"{bet:10} {line['result']:5} {line['paid']:>8}  by {', '.join(line['cites'])}")
print("altogether", box["net"])

"""Three players who call or check whatever comes, at a table that can be dealt again with the same seed."""

import croupier

players = {1: ("Ann", 200), 2: ("Ben", 200), 3: ("Cy", 200)}
table = croupier.open_table("poker@7", players, small_blind="1", rake_cap="3", seed=2026)
for _ in range(5):
    table.say("start")
    while not table.may():  # until it is the dealer's turn again
        for name in ("Ann", "Ben", "Cy"):
            passive = [act for act in table.may(name) if act.endswith(("check", "call"))]
            if passive:
                table.say(passive[0])
for number, played in enumerate(table.rounds, 1):
    pot = played["pots"][0]
    print(f"round {number}: {played['board']}, {pot['amount']} in the pot, rake {pot['rake']}, won {pot['won']}")

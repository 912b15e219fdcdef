"""What a changed pay table does to the House's edge, exactly."""

import croupier

approved = croupier.odds("three-card-poker")
for straight in (4, 5, 6):
    edge = croupier.odds("three-card-poker", {"pair-plus.straight": straight}, quick=True).side_bets["pair-plus"]
    print(f"Pair Plus with {straight} to 1 for a straight: {edge} = {float(edge):.4%}")
print("the Ante as approved:", approved.house_edge)

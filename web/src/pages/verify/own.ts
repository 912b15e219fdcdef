/** Which of a round's cards are somebody's own. */

import type { HouseRound, PokerRound } from "$lib/views";

export interface Own {
  cards: ReadonlySet<string>;
  places: number[];
}

export function ownCards(round: unknown, player: string): Own {
  const told = (round ?? {}) as Partial<HouseRound> & Partial<PokerRound>;
  const cards = new Set<string>();
  const places: number[] = [];
  for (const [place, each] of Object.entries({ ...(told.boxes ?? {}), ...(told.players ?? {}) })) {
    if (!player || each.player !== player || !each.hand) continue;
    places.push(Number(place));
    for (const card of each.hand.split(" ")) if (card !== "??") cards.add(card);
  }
  return { cards, places };
}

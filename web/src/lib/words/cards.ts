/** Cards and hands by name. */

import { rankOf, suitOf } from "../kit/cards";
import type { Key } from "./catalogue";
import { say } from "./words.svelte";

export function cardName(code: string | null): string {
  if (!code) return say("card.back");
  return say("card.name", {
    rank: say(`card.rank.${rankOf(code)}` as Key),
    suit: say(`card.suit.${suitOf(code)}` as Key),
  });
}

/** "Your cards: Nine of hearts, Eight of spades. Straight, Nine high" */
export function cardsSaid(codes: (string | null)[], label = "", makes = ""): string {
  const hidden = codes.filter((code) => code === null).length;
  const names = codes.filter((code) => code !== null).map(cardName);
  if (hidden > 0) names.push(say("card.backs", { count: hidden }));
  const cards = names.join(", ");
  return [label ? `${label}: ${cards}` : cards, makes].filter(Boolean).join(". ");
}

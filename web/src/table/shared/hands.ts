/** Hands by name, in the language of the page. */

import type { Sentence } from "$lib/types";
import type { Makes } from "$lib/views";
import { sayIfKnown } from "$lib/words/words.svelte";

/** As a pay table names it: "straight-flush" is "Straight Flush". */
export function handName(slug: string): string {
  const plain = slug.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return sayIfKnown(`hand.${slug}`, plain.join(" "));
}

/** A hand inside of a sentence of the floor's. */
export function handSaid({ code, values = {} }: Sentence): string | null {
  if (code !== "hand") return null;
  return madeName({ hand: String(values.hand), ranks: values.ranks as string[], cards: "", text: String(values.words) });
}

/** What cards make: "Straight, Nine high". The view says which hand it is and which ranks are named. */
export function madeName(makes: Makes): string {
  const [rank = "", second = ""] = makes.ranks.map((each) => sayIfKnown(`card.rank.${each}`, each));
  const [ranks = "", seconds = ""] = makes.ranks.map((each) => sayIfKnown(`card.ranks.${each}`, each));
  return sayIfKnown(`made.${makes.hand}`, makes.text, { rank, second, ranks, seconds });
}

/** A round of one's own in a few words. */

import type { Made } from "$lib/types";
import type { Makes } from "$lib/views";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { handName, madeName } from "../../table/shared/hands";
import type { Item } from "./rounds.svelte";

const short = (made: Made): string => (made.hand.endsWith("odd-cards") ? madeName(made as Makes) : handName(made.hand));

/** "Straight against Queen high", "Folded", "Void". */
export function inShort(item: Item): string {
  if (item.status === "void") return say("history.void");
  if (item.status === "open") return say("history.open");
  const [place = ""] = Object.keys(item.stands ?? {});
  const stands = item.stands?.[place] ?? "";
  const made = item.made?.[place];
  if (stands === "folded") return say("history.folded");
  if (stands === "dealer-not-qualified") return say("history.noplay");
  if (made && item.dealer && item.game !== "poker") return say("history.against", { hand: short(made), dealer: short(item.dealer) });
  if (made) return madeName(made as Makes);
  return stands ? sayIfKnown(`history.stands.${stands}`, "") : say("history.settled");
}

/** The cards of the first place; of several the row says how many there are. */
export const cardsOf = (item: Item): string => Object.values(item.hands ?? {})[0] ?? "";

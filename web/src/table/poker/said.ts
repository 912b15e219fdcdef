/** What a seat has said and how it stands, in words of the catalogue. */

import { whole } from "$lib/money";
import type { Values } from "$lib/words/message";
import { listed, say } from "$lib/words/words.svelte";
import type { CoachTold } from "./coach.svelte";
import type { Act, Pot, Seat } from "./model";

const WITH_AMOUNT = new Set<Act["word"]>(["bet", "raise", "small-blind", "big-blind", "posts"]);

export function actWords({ act, turn, allIn }: Seat): string {
  if (act === null || act.word === "fold" || turn || (act.word === "allin" && allIn)) return "";
  if (act.amount !== undefined && WITH_AMOUNT.has(act.word)) {
    return say(`poker.act.${act.word as "bet" | "raise" | "small-blind" | "big-blind" | "posts"}`, { amount: whole(act.amount) });
  }
  return say(`poker.act.${act.word as "check" | "call" | "allin"}`);
}

/** How a seat stands, where that is worth a word. */
export function standing(seat: Seat): string {
  if (seat.leaving) return say("poker.standing.leaving");
  if (seat.allIn) return say("poker.standing.all-in");
  if (seat.away) return say("poker.standing.away");
  if (seat.folded) return say("poker.standing.folded");
  if (seat.mucked) return say("poker.standing.mucked");
  if (seat.stack === 0 && !seat.dealt) return say("poker.standing.no-chips");
  if (seat.waits) return say("poker.standing.waits");
  return seat.idle ? say("poker.standing.next") : "";
}

export const potName = (pot: Pot, pots: number): string => potWord(pot.index, pots);

export function potWord(index: number, pots: number): string {
  if (pots === 1) return say("poker.pot.only");
  return index === 0 ? say("poker.pot.main") : say("poker.pot.side", { number: index });
}

/** "65 % main pot, 75 % and 87 % side pots" */
export function shares({ pots }: CoachTold): { key: "poker.coach.against" | "poker.coach.against.pots"; values: Values } {
  const [main = "", ...sides] = pots.map((pot) => say("poker.coach.percent", { share: pot.share }));
  if (sides.length === 0) return { key: "poker.coach.against", values: { main } };
  return { key: "poker.coach.against.pots", values: { main, sides: listed(sides), count: sides.length } };
}

/** "Deniz 570", "You 540 · Ben 541" */
export function wonBy(pot: Pot, named: (seat: number) => string): string {
  return pot.won.map(({ seat, amount }) => `${named(seat)} ${whole(amount)}`).join(" · ");
}

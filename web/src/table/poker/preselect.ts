/** An act chosen before one's turn. It stays in the page, and is said only when the turn has come and it still costs the same. */

import { cents } from "$lib/money";
import type { Drawn } from "./model";

export type Wish = { word: "check-fold" } | { word: "check" } | { word: "call"; price: number };
export interface Option {
  do: string;
  costs?: string;
}

/** What may be chosen beforehand, from what lies on the table; the floor's own options decide when the turn comes. */
export function choices(table: Drawn): Wish[] {
  const you = table.you;
  if (table.status !== "open" || you === null || !you.dealt || you.folded || you.allIn || you.turn) return [];
  if (table.marker === "showdown" || !table.seats.some((seat) => seat.turn)) return [];
  const price = Math.min(table.price - you.bet, you.stack);
  return price > 0 ? [{ word: "check-fold" }, { word: "call", price }] : [{ word: "check-fold" }, { word: "check" }];
}

export const same = (a: Wish | null, b: Wish | null): boolean =>
  a === b || (a !== null && b !== null && a.word === b.word && priceOf(a) === priceOf(b));

export const priceOf = (wish: Wish): number => (wish.word === "call" ? wish.price : 0);

/** Whether it still stands; a call falls when its price has changed, a check when there is something to pay. */
export function stands(wish: Wish, table: Drawn): boolean {
  return choices(table).some((choice) => same(choice, wish));
}

/** What is said when the turn comes; null where it is not offered at that price. */
export function toSay(wish: Wish, may: readonly Option[], seat: number): string | null {
  const offered = (word: string) => may.find((option) => option.do === `${seat} ${word}`);
  if (wish.word === "check-fold") return (offered("check") ?? offered("fold"))?.do ?? null;
  const option = offered(wish.word);
  if (option === undefined || cents(option.costs) !== priceOf(wish)) return null;
  return option.do;
}

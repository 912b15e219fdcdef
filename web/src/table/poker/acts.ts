/** What each seat said last in the betting round that is drawn, followed from view to view. */

import { cents } from "$lib/money";
import type { Act } from "./model";
import type { PokerRound } from "./view";

export interface Happened {
  do: string;
  then?: { event: string }[];
}

const SPOKEN = new Set(["fold", "check", "call", "bet", "raise", "allin"]);
const STREET = "poker-community-turned";

/** After these acts; a fold stays, everything else is forgotten when the next cards are turned up. */
export function heard(
  known: Record<number, Act>,
  happened: readonly Happened[],
  before: PokerRound | null,
  after: PokerRound | null,
): Record<number, Act> {
  if (after === null || after.status !== "open") return {};
  let acts = before !== null && before.number === after.number ? { ...known } : blinds(after);
  const streets = happened.some((each) => each.then?.some((event) => event.event === STREET));
  for (const each of happened) {
    const [place, word = "", amount] = each.do.split(" ");
    if (each.do === "start") acts = blinds(after);
    else if (SPOKEN.has(word)) {
      acts[Number(place)] = { word: word as Act["word"], ...(amount ? { amount: cents(amount) } : {}) };
    }
    if (each.then?.some((event) => event.event === STREET)) acts = folds(acts);
  }
  const turned = before !== null && before.number === after.number && before.betting_round !== after.betting_round;
  return turned && !streets ? folds(acts) : acts;
}

function folds(acts: Record<number, Act>): Record<number, Act> {
  return Object.fromEntries(Object.entries(acts).filter(([, act]) => act.word === "fold"));
}

function blinds(round: PokerRound): Record<number, Act> {
  if (round.betting_round !== 1) return {};
  return Object.fromEntries(
    Object.entries(round.posts).map(([seat, amount]) => {
      const number = Number(seat);
      const word = number === round.small_blind ? "small-blind" : number === round.big_blind ? "big-blind" : "posts";
      return [number, { word, amount: cents(amount) } satisfies Act];
    }),
  );
}

/** Chips and cards on their way from one picture to the next. */

import type { Step } from "../shared/cursor.svelte";
import type { Drawn, Seat } from "./model";

export type Spot = { at: "plate" | "bet"; seat: number } | { at: "pot"; pot: number } | { at: "dealer" };
/** Chips on their way, or cards that are given up. */
export interface Flight {
  amount: number;
  cards?: boolean;
  from: Spot;
  to: Spot;
}

export function flights(before: Drawn, now: Drawn, step: Step | null): Flight[] {
  if (before.round !== now.round || before.seats.length !== now.seats.length) return [];
  const seat = step?.box ?? 0;
  const pot = { at: "pot", pot: (step?.card ?? 1) - 1 } as const;
  switch (step?.does) {
    case undefined:
      return between(before, now);
    case "gather":
      return before.seats.flatMap((each, index) => gathered(each, each.bet - (now.seats[index]?.bet ?? 0), now));
    case "uncalled":
      return [{ amount: before.seats.find((each) => each.number === seat)?.bet ?? 0, from: { at: "bet", seat }, to: { at: "plate", seat } }];
    case "muck":
      return [{ amount: 0, cards: true, from: { at: "plate", seat }, to: { at: "dealer" } }];
    case "rake":
      return [{ amount: now.pots[pot.pot]?.rake ?? 0, from: pot, to: { at: "dealer" } }];
    case "push":
    case "odd":
      return [{ amount: step?.chips?.[0] ?? 0, from: pot, to: { at: "plate", seat } }];
    default:
      return [];
  }
}

/** A whole act at once: what was put in, folded, gathered and won. */
function between(before: Drawn, now: Drawn): Flight[] {
  const ended = now.street !== before.street || now.status !== "open";
  const found = before.seats.flatMap((seat, index): Flight[] => {
    const after = now.seats[index];
    if (!after) return [];
    const put = Math.max(0, after.bet - seat.bet);
    const folds = after.folded && !seat.folded && seat.cards.length > 0;
    return [
      ...(put > 0 && !ended ? [{ amount: put, from: { at: "plate", seat: seat.number }, to: { at: "bet", seat: seat.number } } as const] : []),
      ...(folds ? [{ amount: 0, cards: true, from: { at: "plate", seat: seat.number }, to: { at: "dealer" } } as const] : []),
      ...(ended ? gathered(seat, seat.bet, now) : []),
    ];
  });
  if (now.status !== "settled" || before.status !== "open") return found;
  const won = now.pots.flatMap((pot) =>
    pot.won.map(({ seat, amount }): Flight => ({ amount, from: { at: "pot", pot: pot.index }, to: { at: "plate", seat } })),
  );
  return [...found, ...won];
}

/** Into the last pot that the seat has a part in, or the first. */
function gathered(seat: Seat, amount: number, now: Drawn): Flight[] {
  if (amount <= 0) return [];
  const last = now.pots.filter((pot) => pot.eligible.includes(seat.number)).at(-1);
  return [{ amount, from: { at: "bet", seat: seat.number }, to: { at: "pot", pot: last?.index ?? 0 } }];
}

/** One act may do a whole evening's work: chips are put in, gathered, cards turned up, hands shown, pots paid. This takes
 * the way from what is drawn to what is so apart into pictures, in the order in which a dealer does it. */

import type { Drawn, Seat } from "./model";

export type Spot = { at: "plate" | "bet"; seat: number } | { at: "pot"; pot: number };
/** Chips on their way. */
export interface Flight {
  amount: number;
  from: Spot;
  to: Spot;
}
export interface Frame {
  /** Drawn while the chips are on their way. */
  table: Drawn;
  flights: Flight[];
  motion: "bet" | "gather" | "street" | "show" | "pay" | "still";
}

export function frames(before: Drawn, after: Drawn): Frame[] {
  if (before.round !== after.round || before.status !== "open" || before.seats.length !== after.seats.length) {
    return [still(after)];
  }
  const shown: Frame[] = [];
  const spoken = said(before, after);
  const bets = put(before, spoken);
  const gathered = after.street !== before.street || after.status !== "open";
  const betting = gathered ? withBets(before, spoken) : withBets(after, spoken);
  if (bets.length) shown.push({ table: withBets(betting, before.seats.map((seat) => seat.bet)), flights: bets, motion: "bet" });
  if (!gathered) return [...shown, still(after)];
  const swept = collected(betting, after);
  const gathers = betting.seats.filter((seat) => seat.bet > 0).map((seat) => gather(seat, after));
  if (gathers.length) shown.push({ table: withBets(betting, []), flights: gathers, motion: "gather" });
  const faces = (table: Drawn): number => table.board.filter((code) => code != null).length;
  for (let open = Math.max(3, faces(before) + 1); open <= faces(after); open += 1) {
    shown.push({ table: { ...swept, board: partly(after.board, before.board, open) }, flights: [], motion: "street" });
  }
  if (after.status === "open") return [...shown, still(after)];
  const unpaid = { ...swept, board: after.board };
  if (after.marker === "showdown") shown.push({ table: { ...unpaid, seats: turnedUp(unpaid, after) }, flights: [], motion: "show" });
  const pays = after.pots.flatMap((pot) =>
    pot.won.map(({ seat, amount }): Flight => ({ amount, from: { at: "pot", pot: pot.index }, to: { at: "plate", seat } })),
  );
  if (pays.length) shown.push({ table: { ...after, seats: after.seats.map(stillToBePaid) }, flights: pays, motion: "pay" });
  return [...shown, still(after)];
}

const still = (table: Drawn): Frame => ({ table, flights: [], motion: "still" });

/** The bets before the seats when the act was said and nothing was gathered yet. */
function said(before: Drawn, after: Drawn): number[] {
  return before.seats.map((seat, index) => seat.bet + Math.max(0, (after.seats[index]?.put ?? 0) - seat.put));
}

function put(before: Drawn, bets: number[]): Flight[] {
  return before.seats.flatMap((seat, index): Flight[] => {
    const more = (bets[index] ?? 0) - seat.bet;
    if (more <= 0) return [];
    return [{ amount: more, from: { at: "plate", seat: seat.number }, to: { at: "bet", seat: seat.number } }];
  });
}

function withBets(table: Drawn, bets: number[]): Drawn {
  return { ...table, seats: table.seats.map((seat, index) => ({ ...seat, bet: bets[index] ?? 0 })) };
}

/** Into the last pot that the seat has a part in; where it has none, into the first. */
function gather(seat: Seat, after: Drawn): Flight {
  const last = after.pots.filter((pot) => pot.eligible.includes(seat.number)).at(-1);
  return { amount: seat.bet, from: { at: "bet", seat: seat.number }, to: { at: "pot", pot: last?.index ?? 0 } };
}

/** Everything in the middle, nothing given out yet. */
function collected(table: Drawn, after: Drawn): Drawn {
  const pots = after.pots.map((pot) => ({ ...pot, won: [], rake: 0 }));
  return { ...withBets(table, []), pots, marker: after.marker };
}

function partly(after: Drawn["board"], before: Drawn["board"], open: number): Drawn["board"] {
  return after.map((code, place) => (place < open ? code : before[place]));
}

function turnedUp(table: Drawn, after: Drawn): Seat[] {
  return table.seats.map((seat, index) => ({ ...seat, cards: after.seats[index]?.cards ?? [], turn: false, act: null }));
}

const stillToBePaid = (seat: Seat): Seat => ({ ...seat, stack: seat.stack - seat.won, won: 0 });

/** One act may do a whole evening's work: chips are put in, gathered, cards turned up, hands shown, pots paid. This takes
 * the way from what is drawn to what is so apart into pictures, in the order in which a dealer does it. */

import type { Drawn, Seat } from "./model";

export type Spot = { at: "plate" | "bet"; seat: number } | { at: "pot"; pot: number } | { at: "dealer" };
/** Chips on their way, or cards that are given up. */
export interface Flight {
  amount: number;
  cards?: boolean;
  from: Spot;
  to: Spot;
}
export interface Frame {
  /** Drawn while things are on their way. */
  table: Drawn;
  flights: Flight[];
  motion: "bet" | "gather" | "street" | "show" | "pay" | "still";
}

export function frames(before: Drawn, after: Drawn): Frame[] {
  if (before.round !== after.round || before.status !== "open" || before.seats.length !== after.seats.length) {
    return [still(after)];
  }
  if (after.status === "void") return [{ table: emptied(before), flights: home(before), motion: "pay" }, still(after)];
  const more = before.seats.map((seat, index) => Math.max(0, (after.seats[index]?.put ?? 0) - seat.put));
  const said = [...put(before, more), ...mucked(before, after)];
  if (after.street === before.street && after.status === "open") {
    const table = withBets(after, before.seats.map((seat) => seat.bet));
    return said.length ? [{ table, flights: said, motion: "bet" }, still(after)] : [still(after)];
  }
  const betting = afterTheAct(before, after, more);
  return [
    ...(said.length ? [{ table: withBets(betting, before.seats.map((seat) => seat.bet)), flights: said, motion: "bet" } as const] : []),
    ...theMiddle(before, betting, after),
    still(after),
  ];
}

const still = (table: Drawn): Frame => ({ table, flights: [], motion: "still" });

/** When a betting round is over: bets to the pots, the cards that follow, hands, payments. */
function theMiddle(before: Drawn, betting: Drawn, after: Drawn): Frame[] {
  const shown: Frame[] = [];
  const gathers = betting.seats.flatMap((seat) => gathered(seat, after));
  if (gathers.length) shown.push({ table: withBets(betting, []), flights: gathers, motion: "gather" });
  const swept = collected(betting, after);
  const faces = (table: Drawn): number => table.board.filter((code) => code != null).length;
  for (let open = Math.max(3, faces(before) + 1); open <= faces(after); open += 1) {
    const board = after.board.map((code, place) => (place < open ? code : before.board[place]));
    shown.push({ table: { ...swept, board }, flights: [], motion: "street" });
  }
  if (after.status === "open") return shown;
  if (after.marker === "showdown") {
    const seats = swept.seats.map((seat, index) => ({ ...seat, cards: after.seats[index]?.cards ?? [] }));
    shown.push({ table: { ...swept, board: after.board, seats }, flights: [], motion: "show" });
  }
  const pays = after.pots.flatMap((pot) =>
    pot.won.map(({ seat, amount }): Flight => ({ amount, from: { at: "pot", pot: pot.index }, to: { at: "plate", seat } })),
  );
  const unpaid = after.seats.map((seat) => ({ ...seat, stack: seat.stack - seat.won, won: 0 }));
  if (pays.length) shown.push({ table: { ...after, seats: unpaid }, flights: pays, motion: "pay" });
  return shown;
}

function put(before: Drawn, more: number[]): Flight[] {
  return before.seats.flatMap((seat, index): Flight[] => {
    const amount = more[index] ?? 0;
    if (amount === 0) return [];
    return [{ amount, from: { at: "plate", seat: seat.number }, to: { at: "bet", seat: seat.number } }];
  });
}

/** The cards of who has just folded go back to the dealer. */
function mucked(before: Drawn, after: Drawn): Flight[] {
  return before.seats.flatMap((seat, index): Flight[] => {
    if (seat.folded || !after.seats[index]?.folded || seat.cards.length === 0) return [];
    return [{ amount: 0, cards: true, from: { at: "plate", seat: seat.number }, to: { at: "dealer" } }];
  });
}

function withBets(table: Drawn, bets: number[]): Drawn {
  return { ...table, seats: table.seats.map((seat, index) => ({ ...seat, bet: bets[index] ?? 0 })) };
}

/** The act was said, and nothing was gathered yet. */
function afterTheAct(before: Drawn, after: Drawn, more: number[]): Drawn {
  const seats = before.seats.map((seat, index) => {
    const chips = more[index] ?? 0;
    const folded = after.seats[index]?.folded ?? seat.folded;
    const cards = folded && !seat.you ? [] : seat.cards;
    return { ...seat, bet: seat.bet + chips, stack: seat.stack - chips, folded, cards, turn: false };
  });
  return { ...before, seats };
}

/** Into the last pot that the seat has a part in, or the first; what nobody called goes home. */
function gathered(seat: Seat, after: Drawn): Flight[] {
  const now = after.seats[seat.index];
  const home = Math.min(seat.bet, Math.max(0, seat.put - (now?.put ?? seat.put)));
  const last = after.pots.filter((pot) => pot.eligible.includes(seat.number)).at(-1);
  const from = { at: "bet", seat: seat.number } as const;
  return [
    { amount: home, from, to: { at: "plate", seat: seat.number } as const },
    { amount: seat.bet - home, from, to: { at: "pot", pot: last?.index ?? 0 } as const },
  ].filter((flight) => flight.amount > 0);
}

/** Everything in the middle, nothing given out yet. */
function collected(table: Drawn, after: Drawn): Drawn {
  const pots = after.pots.map((pot) => ({ ...pot, won: [], rake: 0 }));
  return { ...withBets(table, []), pots, marker: after.marker };
}

/** A void round: whatever was put in goes back to whose it was. */
function home(before: Drawn): Flight[] {
  return before.seats
    .filter((seat) => seat.put > 0)
    .map((seat) => ({
      amount: seat.put,
      from: seat.bet > 0 ? { at: "bet", seat: seat.number } : { at: "pot", pot: 0 },
      to: { at: "plate", seat: seat.number },
    }));
}

function emptied(before: Drawn): Drawn {
  return { ...withBets(before, []), pots: [] };
}

/** A view turned into what is drawn. Nothing here is a rule: seats are turned to you, words and amounts are the view's. */

import { cardsOf } from "$lib/kit/cards";
import { cents } from "$lib/money";
import { called, pictureOf } from "$lib/names.svelte";
import { turned } from "./geometry";
import type { HandView, Makes, PokerRound, PotView, SeatView, Shown } from "./view";

/** What a seat said last in this betting round: `raise` to an amount, or nothing but its name. */
export interface Act {
  word: "fold" | "check" | "call" | "bet" | "raise" | "allin" | "small-blind" | "big-blind" | "posts";
  amount?: number;
}

export interface Seat {
  index: number;
  number: number;
  /** Null: free. */
  /** As others see them. */
  player: string | null;
  picture: number;
  you: boolean;
  stack: number;
  /** Has a hand in the round that is drawn, folded or not. */
  dealt: boolean;
  /** A round is being played without this seat. */
  idle: boolean;
  folded: boolean;
  allIn: boolean;
  /** Null lies face down; empty: none in front of the seat. */
  cards: (string | null)[];
  makes: Makes | null;
  bet: number;
  put: number;
  act: Act | null;
  turn: boolean;
  button: boolean;
  away: boolean;
  missed: boolean;
  waits: boolean;
  leaving: boolean;
  lost: boolean;
  connected: boolean;
  /** Of all pots, when the round is over. */
  won: number;
  /** Had to show nothing, and did not. */
  mucked: boolean;
}

export interface Pot {
  index: number;
  amount: number;
  rake: number;
  eligible: number[];
  won: { seat: number; amount: number }[];
  cites: string[];
  view: PotView;
}

export interface Drawn {
  round: number;
  status: PokerRound["status"] | "none";
  street: number;
  seats: Seat[];
  /** Five places: a code, null face down, undefined empty. */
  board: (string | null | undefined)[];
  pots: Pot[];
  price: number;
  marker: "betting-round" | "showdown" | null;
  /** The cards that won, as far as they were shown. */
  winning: string[];
  you: Seat | null;
}

export interface TableState {
  seats: Record<string, SeatView>;
  round: Shown | null;
  places: number;
  own: number | null;
  acts: Record<number, Act>;
}

const BOARD = 5;

/** The whole table as it is drawn. */
export function drawn({ seats, round, places, own, acts }: TableState): Drawn {
  const pots = (round?.pots ?? []).map(potOf);
  const placed = turned(places, own).map((number, index) =>
    seatOf(index, number, seats[String(number)], round, pots, own === number, acts[number] ?? null),
  );
  const board = cardsOf(round?.board);
  return {
    round: round?.number ?? 0,
    status: round?.status ?? "none",
    street: round?.betting_round ?? 0,
    seats: placed,
    board: Array.from({ length: BOARD }, (_, place) => board[place]),
    pots,
    price: cents(round?.price),
    marker: round === null || round.status === "void" ? null : (round.marker ?? null),
    winning: winningCards(round, pots, own),
    you: placed.find((seat) => seat.you) ?? null,
  };
}

function seatOf(
  index: number,
  number: number,
  seat: SeatView | undefined,
  round: Shown | null,
  pots: Pot[],
  you: boolean,
  act: Act | null,
): Seat {
  const hand: HandView | undefined = round?.players[String(number)];
  const over = round !== null && round.status !== "open";
  // a player who left keeps their cards in the picture but not the seat; the new player there has no part in them
  const theirs = seat === undefined || hand === undefined || hand.player === seat.player ? hand : undefined;
  const won = pots.reduce((sum, pot) => sum + (pot.won.find((each) => each.seat === number)?.amount ?? 0), 0);
  const cards = cardsOf(theirs?.hand);
  const settled = round?.status === "settled";
  const open = cards.some((code) => code !== null);
  const showdown = settled && round.marker === "showdown";
  const mucked =
    round?.mucked?.includes(number) ?? (showdown && theirs !== undefined && !theirs.folded && won === 0 && !round.hands[String(number)]);
  return {
    index,
    number,
    player: seat ? called(seat.player) : null,
    picture: seat ? pictureOf(seat.player) : 0,
    you,
    stack: cents(seat?.stack),
    dealt: theirs !== undefined,
    idle: theirs === undefined && round?.status === "open",
    folded: theirs?.folded ?? false,
    allIn: theirs !== undefined && !over && theirs.all_in,
    cards: round?.status === "void" || ((settled || mucked) && !open && !you) ? [] : cards,
    makes: theirs?.makes ?? null,
    bet: cents(theirs?.bet),
    put: cents(theirs?.put),
    act: theirs === undefined || over || round?.marker === "showdown" ? null : act,
    turn: round?.turn === number,
    button: round?.button === number,
    away: seat?.away ?? false,
    missed: (seat?.missed.length ?? 0) > 0,
    waits: seat?.waits ?? false,
    leaving: seat?.leaving ?? false,
    lost: round?.lost?.includes(number) ?? (showdown && open && won === 0),
    connected: seat?.connected ?? true,
    won: theirs === undefined ? 0 : won,
    mucked,
  };
}

function potOf(pot: PotView, index: number): Pot {
  const won = Object.entries(pot.won ?? {}).map(([seat, amount]) => ({ seat: Number(seat), amount: cents(amount) }));
  return {
    index,
    amount: cents(pot.amount),
    rake: cents(pot.rake),
    eligible: pot.eligible,
    won,
    cites: pot.cites ?? [],
    view: pot,
  };
}

/** Yours if you won anything with a hand that was shown; otherwise those of the main pot. */
function winningCards(round: PokerRound | null, pots: Pot[], own: number | null): string[] {
  if (round === null || round.marker !== "showdown" || round.status === "void") return [];
  const mine = pots.some((pot) => pot.won.some((each) => each.seat === own));
  const winners = mine && own !== null ? [own] : (pots[0]?.won.map((each) => each.seat) ?? []);
  const made = winners.flatMap((seat) => cardsOf(round.players[String(seat)]?.makes?.cards));
  return [...new Set(made.filter((code): code is string => code !== null))];
}

/** What lies on the table in all: the pots and the bets before the seats. */
export function onTheTable(table: Drawn): number {
  const pots = table.pots.reduce((sum, pot) => sum + pot.amount, 0);
  return pots + table.seats.reduce((sum, seat) => sum + seat.bet, 0);
}

/** How many act before you, counted only where you must still answer a bet that stands; null: nobody can say. */
export function before(table: Drawn): number | null {
  const you = table.you;
  const turn = table.seats.find((seat) => seat.turn);
  if (you === null || turn === undefined || turn.you || you.folded || you.allIn || you.bet >= table.price) return null;
  const order = [...table.seats.slice(turn.index), ...table.seats.slice(0, turn.index)];
  const between = order.slice(1, order.indexOf(you));
  return between.filter((seat) => seat.dealt && !seat.folded && !seat.allIn).length + 1;
}

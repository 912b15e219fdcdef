/** The hands that a dealer enters at a table dealt by hand, in the order in which the floor waits for them. */

import { cardsOf } from "$lib/kit/cards";
import { houseRound, isPoker, pokerRound, type HouseRound, type PokerRound, type TableView, type WaitingFor } from "$lib/views";
import { say } from "$lib/words/words.svelte";

export interface Slot {
  key: string;
  /** What the act begins with: `"3 hand"`. */
  says: string;
  title: string;
  state: "entered" | "now" | "then" | "off";
  cards: string[];
  due: number;
  /** A box or a seat. */
  place: number;
  player: string;
  /** Poker: the player may give the hand up unseen. */
  mucks: boolean;
}

/** Cards are to be named now, and whose: nothing at other tables. */
export const named = (round: { waiting: readonly WaitingFor[] } | null): WaitingFor[] =>
  (round?.waiting ?? []).filter((each) => each.for === "cards" && (each.of ?? each.box ?? each.seat) !== undefined);

/** `chosen`: the hand that the dealer turns to, where another one is next. */
export function slotsOf(view: TableView, chosen = ""): Slot[] {
  if (isPoker(view)) return pokerSlots(view, chosen);
  const round = houseRound(view);
  const due = named(round);
  if (!round || due.length === 0) return [];
  const waiting = due.map((each, at) => waits(round, each, at === 0));
  const board = entered("board", say("dealer.board"), round.board);
  const own = entered("dealer", say("dealer.dealer"), round.dealer?.hand);
  const known: Slot[] = [];
  const off: Slot[] = [];
  for (const [key, box] of Object.entries(round.boxes)) {
    if (waiting.some((slot) => slot.place === Number(key)) || !box.hand) continue;
    const slot = entered(key, `${key} ${box.player}`, box.hand);
    if (slot) known.push(slot);
    else if (waiting.some((each) => each.place)) off.push({ ...blank(key, `${key} ${box.player}`), state: "off" });
  }
  const others = [board, own].filter((slot) => slot !== null && !waiting.some((each) => each.key === slot.key));
  return [...(others as Slot[]), ...known, ...waiting, ...off];
}

const blank = (key: string, title: string): Slot => ({
  key,
  says: "",
  title,
  state: "entered",
  cards: [],
  due: 0,
  place: 0,
  player: "",
  mucks: false,
});

function entered(key: string, title: string, hand: string | undefined): Slot | null {
  const cards = cardsOf(hand);
  if (cards.length === 0 || cards.includes(null)) return null;
  return { ...blank(key, title), cards: cards as string[] };
}

function waits(round: HouseRound, each: WaitingFor, first: boolean): Slot {
  const state = first ? "now" : "then";
  const due = each.due ?? 0;
  if (each.box !== undefined) {
    const player = round.boxes[String(each.box)]?.player ?? "";
    const title = `${each.box} ${player}`;
    return { ...blank(String(each.box), title), says: `${each.box} hand`, state, due, place: each.box, player };
  }
  const of = each.of ?? "dealer";
  const title = say(of === "board" ? "dealer.board" : due === 1 ? "dealer.up" : "dealer.dealer");
  return { ...blank(of, title), says: of, state, due };
}

/** The board and the hands that are open, then those that the showdown waits for. While the board is still to come and
 * nobody can bet, a hand may be turned up before it is asked for. */
function pokerSlots(view: TableView, chosen: string): Slot[] {
  const round = pokerRound(view);
  const due = named(round);
  if (!round || due.length === 0) return [];
  const open = round.shown.map((seat) => entered(String(seat), `${seat} ${round.players[String(seat)]?.player}`, round.players[String(seat)]?.hand));
  const board = entered("board", say("dealer.board"), round.board);
  const next = due.map((each) => pokerSlot(round, each));
  const asked = new Set(due.map((each) => each.seat));
  const early = round.marker !== "showdown" ? [] : Object.keys(round.players).map(Number);
  const others = early.filter((seat) => !asked.has(seat) && canShow(round, seat)).map((seat) => pokerSlot(round, { for: "cards", seat, due: 2 }));
  const waiting = [...next, ...others];
  const now = waiting.find((slot) => slot.key === chosen) ?? waiting[0];
  const slots = waiting.map((slot): Slot => ({ ...slot, state: slot === now ? "now" : "then" }));
  return [...[board, ...open].filter((slot) => slot !== null), ...slots];
}

function canShow(round: PokerRound, seat: number): boolean {
  const hand = round.players[String(seat)];
  return hand !== undefined && !hand.folded && !round.shown.includes(seat) && !round.mucked?.includes(seat);
}

function pokerSlot(round: PokerRound, { of, seat = 0, due = 0, may }: WaitingFor): Slot {
  if (of !== undefined) {
    const key = `${of} ${round.board}`; // two streets may follow one another
    return { ...blank(key, say("dealer.board")), says: of, due, state: "then" };
  }
  const player = round.players[String(seat)]?.player ?? "";
  const mucks = may?.includes("mucks") ?? false;
  return { ...blank(String(seat), `${seat} ${player}`), says: `${seat} shows`, due, place: seat, player, mucks, state: "then" };
}

/** Cards that lie open already: each is in the deck once. */
export function usedCards(view: TableView): Set<string> {
  const poker = isPoker(view) ? pokerRound(view) : null;
  const round = poker ? null : houseRound(view);
  const hands = Object.values(poker?.players ?? round?.boxes ?? {}).map((place) => place.hand);
  const shown = [poker?.board, poker?.discarded, round?.board, round?.dealer?.hand, round?.dealer?.up, ...hands];
  return new Set(shown.flatMap((hand) => cardsOf(hand)).filter((card): card is string => card !== null));
}

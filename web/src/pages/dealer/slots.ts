/** The hands that a dealer enters at a table dealt by hand, in the order in which the floor waits for them. */

import { cardsOf } from "$lib/kit/cards";
import { houseRound, type HouseRound, type TableView, type WaitingFor } from "$lib/views";
import { say } from "$lib/words/words.svelte";

export interface Slot {
  key: string;
  /** What the act begins with: `"3 hand"`. */
  says: string;
  title: string;
  state: "entered" | "now" | "then" | "off";
  cards: string[];
  due: number;
  box: number;
  player: string;
}

/** Cards are to be named now, and whose: nothing at other tables. */
export const named = (round: HouseRound | null): WaitingFor[] =>
  (round?.waiting ?? []).filter((each) => each.for === "cards" && (each.of !== undefined || each.box !== undefined));

export function slotsOf(view: TableView): Slot[] {
  const round = houseRound(view);
  const due = named(round);
  if (!round || due.length === 0) return [];
  const waiting = due.map((each, at) => waits(round, each, at === 0));
  const board = entered("board", say("dealer.board"), round.board);
  const own = entered("dealer", say("dealer.dealer"), round.dealer?.hand);
  const known: Slot[] = [];
  const off: Slot[] = [];
  for (const [key, box] of Object.entries(round.boxes)) {
    if (waiting.some((slot) => slot.box === Number(key)) || !box.hand) continue;
    const slot = entered(key, `${key} ${box.player}`, box.hand);
    if (slot) known.push(slot);
    else if (waiting.some((each) => each.box)) off.push({ ...blank(key, `${key} ${box.player}`), state: "off" });
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
  box: 0,
  player: "",
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
    return { key: String(each.box), says: `${each.box} hand`, title, state, cards: [], due, box: each.box, player };
  }
  const of = each.of ?? "dealer";
  const title = say(of === "board" ? "dealer.board" : due === 1 ? "dealer.up" : "dealer.dealer");
  return { ...blank(of, title), says: of, state, due };
}

/** Cards that lie open already: each is in the deck once. */
export function usedCards(view: TableView): Set<string> {
  const round = houseRound(view);
  const shown = [round?.board, round?.dealer?.hand, round?.dealer?.up, ...Object.values(round?.boxes ?? {}).map((box) => box.hand)];
  return new Set(shown.flatMap((hand) => cardsOf(hand)).filter((card): card is string => card !== null));
}

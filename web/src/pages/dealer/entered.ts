/** The hands of a round that have been entered or read, as they can be corrected. */

import { cardsOf } from "$lib/kit/cards";
import { money } from "$lib/money";
import { houseRound, type Award, type Bet, type Makes, type TableView } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import { settlement } from "../../staff/places";

export interface EnteredHand {
  /** A box's number, `dealer`, `board` or `up`. */
  key: string;
  title: string;
  cards: string[];
  makes: Makes | null;
  /** What is paid or taken on these cards, in words. */
  due: string;
  /** What an entry begins with: `"3 hand"`. */
  says: string;
  /** Its key in a report of a wrong entry. */
  report: string;
}

export function enteredHands(view: TableView): EnteredHand[] {
  const round = houseRound(view);
  if (!round) return [];
  const found: (EnteredHand | null)[] = [
    open("dealer", say("dealer.dealer"), round.dealer.hand, round.dealer.makes),
    round.dealer.hand && !round.dealer.hand.includes("?") ? null : open("up", say("dealer.up"), round.dealer.up),
    open("board", say("dealer.board"), round.board),
  ];
  for (const [key, box] of Object.entries(round.boxes)) {
    const hand = open(key, say("staff.box.of", { number: Number(key), player: box.player }), box.hand, box.makes);
    const due = round.due?.[key] ?? (box.net === undefined ? null : box);
    if (hand) found.push({ ...hand, says: `${key} hand`, report: "hand", due: due ? inWords(due) : "" });
  }
  return found.filter((hand) => hand !== null);
}

function open(key: string, title: string, hand: string | undefined, makes?: Makes | null): EnteredHand | null {
  const cards = cardsOf(hand);
  if (cards.length === 0 || cards.includes(null)) return null;
  return { key, title, cards: cards as string[], makes: makes ?? null, due: "", says: key, report: key };
}

function inWords(due: { bets: Record<string, Bet>; awards?: readonly Award[] }): string {
  const { pays, takes } = settlement(due.bets, due.awards ?? []);
  if (pays > 0) return say("dealer.correct.due", { amount: money(pays) });
  return takes > 0 ? say("dealer.correct.take", { amount: money(takes) }) : "";
}

/** The hands of a round that have been entered or read, as they can be corrected. */

import { cardsOf } from "$lib/kit/cards";
import { cents, money } from "$lib/money";
import { houseRound, isPoker, pokerRound, type Award, type Bet, type Makes, type PokerRound, type TableView } from "$lib/views";
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
  if (isPoker(view)) return pokerHands(view);
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

/** The board, and the hands that are open; a hand that was given up may have been entered so wrongly. */
function pokerHands(view: TableView): EnteredHand[] {
  const round = pokerRound(view);
  if (!round) return [];
  const over = round.status !== "open" || round.waiting.every((each) => each.for !== "decision" && each.for !== "cards");
  const seats = over ? [...round.shown, ...(round.mucked ?? [])] : [];
  const hands = seats.map((seat): EnteredHand | null => {
    const hand = round.players[String(seat)];
    const title = say("staff.seat.of", { number: seat, player: hand?.player ?? "" });
    const told = open(String(seat), title, hand?.hand, hand?.makes) ?? { ...blankHand(String(seat), title), cards: ["", ""] };
    const won = round.due?.seats[String(seat)] ?? sumWon(round, seat);
    return { ...told, says: `${seat} hand`, report: "hand", due: say("dealer.correct.due", { amount: money(won) }) };
  });
  return [open("board", say("dealer.board"), round.board), ...hands].filter((hand) => hand !== null);
}

export const sumWon = (round: PokerRound, seat: number): number =>
  round.pots.reduce((sum, pot) => sum + cents(pot.won?.[String(seat)] ?? "0"), 0);

const blankHand = (key: string, title: string): EnteredHand => ({ key, title, cards: [], makes: null, due: "", says: key, report: key });

function open(key: string, title: string, hand: string | undefined, makes?: Makes | null): EnteredHand | null {
  const cards = cardsOf(hand);
  if (cards.length === 0 || cards.includes(null)) return null;
  return { ...blankHand(key, title), cards: cards as string[], makes: makes ?? null };
}

function inWords(due: { bets: Record<string, Bet>; awards?: readonly Award[] }): string {
  const { pays, takes } = settlement(due.bets, due.awards ?? []);
  if (pays > 0) return say("dealer.correct.due", { amount: money(pays) });
  return takes > 0 ? say("dealer.correct.take", { amount: money(takes) }) : "";
}

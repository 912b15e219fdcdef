/** The payments in the pause before the settlement, box by box, as the dealer makes and calls them. */

import { cents, whole } from "$lib/money";
import type { Award, Bet, HouseRound, Step, TableView } from "$lib/views";
import { listed, say, sayIfKnown } from "$lib/words/words.svelte";
import { handName } from "../../staff/hands";
import { inOrder, settlement, spotName } from "../../staff/places";

export interface Payment {
  box: number;
  /** What the dealer says. */
  call: string;
  /** What the dealer does, in one sentence. */
  sentence: string;
  pays: number;
  why: { text: string; cites: string[] }[];
}

export function paymentsOf(view: TableView, round: HouseRound): Payment[] {
  if (round.phase !== "settling") return [];
  const boxes = Object.entries(round.boxes).filter(([, box]) => Object.keys(box.bets).length > 0 && box.standing !== "returned");
  return boxes.map(([key, box]) => {
    const due = round.due?.[key];
    const { pays, takes } = due ? settlement(due.bets, due.awards) : settlement(box.bets, []);
    const hand = handName(box.makes);
    const result = box.standing === "folded" ? "folded" : pays > 0 ? "wins" : takes > 0 ? "loses" : "pushes";
    return {
      box: Number(key),
      call: say("dealer.call", { box: Number(key), hand: hand || "–", result }),
      sentence: say("dealer.pays", {
        box: Number(key),
        player: box.player,
        pays: whole(pays),
        takes: whole(takes),
        on: listed(due ? [...lines(view, due, (bet) => cents(bet.paid) > 0), ...due.awards.map(awardName)] : []),
        from: listed(lines(view, due ?? box, (bet) => cents(bet.staked) > cents(bet.returned))),
        what: pays > 0 ? (takes > 0 ? "both" : "pay") : takes > 0 ? "take" : "none",
      }),
      pays,
      why: due ? [...reasons(view, due.bets), ...bonuses(due.awards)] : [],
    };
  });
}

/** The spots of a box that are paid, or taken, by name. */
const lines = (view: TableView, { bets }: { bets: Record<string, Bet> }, moves: (bet: Bet) => boolean): string[] =>
  inOrder(view, bets).flatMap(([spot, bet]) => (moves(bet) ? [spotName(view, spot)] : []));

/** Each line that moves chips, as it is counted: the bet, its odds, the amount, and the paragraphs. */
function reasons(view: TableView, bets: Record<string, Bet>): Payment["why"] {
  return inOrder(view, bets).flatMap(([spot, bet]) => {
    const name = spotName(view, spot);
    const text = cents(bet.paid) > 0 ? sum(name, bet, bet.paid ?? "0") : taken(name, bet);
    return text ? [{ text, cites: bet.cites ?? [] }] : [];
  });
}

const awardName = ({ award }: Award): string => sayIfKnown(`pay.award.${award}`, award);

const bonuses = (awards: readonly Award[]): Payment["why"] =>
  awards.map((award) => ({
    text: sum(awardName(award), award, award.paid),
    cites: award.cites,
  }));

/** "Pair Plus 25 at 5 to 1: 125", "Ante 50 at even money: 50". */
function sum(name: string, line: { arithmetic?: Step[] }, paid: string): string {
  const step = line.arithmetic?.find((each) => each.step === "pays");
  if (step?.odds === undefined) return say("dealer.why.fixed", { spot: name, amount: whole(paid) });
  const values = { spot: name, on: whole(step.on ?? "0"), odds: step.odds, amount: whole(paid) };
  return say(step.odds === "1" ? "dealer.why.even" : "dealer.why.odds", values);
}

function taken(name: string, bet: Bet): string {
  const amount = cents(bet.staked) - cents(bet.returned);
  return amount > 0 ? say("dealer.why.take", { spot: name, amount: whole(amount) }) : "";
}

/** The payments in the pause before the settlement, box by box, as the dealer makes and calls them. */

import { cents, money, whole } from "$lib/money";
import type { Award, Bet, HouseRound, TableView } from "$lib/views";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { handName } from "../../staff/hands";
import { settlement, spotName } from "../../staff/places";

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
        what: pays > 0 ? (takes > 0 ? "both" : "pay") : takes > 0 ? "take" : "none",
      }),
      pays,
      why: due ? [...reasons(view, due.bets), ...bonuses(due.awards)] : [],
    };
  });
}

/** Only what is paid at other odds than even money needs a word. */
function reasons(view: TableView, bets: Record<string, Bet>): Payment["why"] {
  return Object.entries(bets).flatMap(([spot, bet]) => {
    const pays = bet.arithmetic?.find((step) => step.step === "pays" || step.step === "fixed" || step.step === "share");
    if (!pays || cents(bet.paid) === 0 || pays.odds === "1") return [];
    const text =
      pays.odds !== undefined
        ? say("dealer.why.odds", { spot: spotName(view, spot), on: whole(pays.on ?? bet.staked), odds: pays.odds })
        : say("dealer.why.fixed", { spot: spotName(view, spot), amount: money(pays.amount) });
    return [{ text, cites: bet.cites ?? [] }];
  });
}

const bonuses = (awards: readonly Award[]): Payment["why"] =>
  awards.map((award) => ({
    text: say("dealer.why.fixed", { spot: sayIfKnown(`pay.award.${award.award}`, award.award), amount: money(award.paid) }),
    cites: award.cites,
  }));

/** How a box came out, in lines that can be opened. */

import { money, whole } from "$lib/money";
import { houseRound, type Box, type TableView } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import { handName, madeName } from "../shared/hands";
import { awardLine, betLine, type PaymentLine } from "../shared/payments";
import { printOf, sideBets } from "./geometry";
import type { Drawn, DrawnBox } from "./model";

export interface Settlement {
  small: string;
  headline: string;
  net: number;
  /** In place of the net: what came back of a void round. */
  came: string;
  cards: string;
  lines: PaymentLine[];
  sum: string;
}

export function settlement(view: TableView, table: Drawn, place: number): Settlement | null {
  const told = houseRound(view)?.boxes[String(place)];
  const box = table.boxes.get(place);
  if (!told || !box || box.net === null) return null;
  const names = view.words?.spots ?? {};
  const lines = [
    ...inOrder(table.game, told).map((spot) => betLine(spot, names[spot] ?? spot, told.bets[spot]!, box.mine)),
    ...(told.awards ?? []).map((award, index) => awardLine(award, index, box.mine)),
  ];
  const jackpot = lines.findIndex((line) => line.id === "jackpot");
  if (jackpot >= 0) lines.push(...lines.splice(jackpot, 1));
  const gets = box.staked + box.net;
  const values = (write: (cents: number) => string) => ({ staked: write(box.staked), gets: write(gets) });
  return {
    small: say(box.mine ? "settled.small.yours" : "settled.small", { ...values(whole), player: box.player }),
    headline: headline(table, box, told),
    net: box.net,
    came: table.phase === "void" ? say("void.figure", { amount: whole(gets) }) : "",
    cards: told.hand ?? "",
    lines,
    sum: say(box.mine ? "settled.sum.yours" : "settled.sum", values(money)),
  };
}

/** The Ante first, then what followed a decision, then the side bets. */
function inOrder(game: string, told: Box): string[] {
  const print = printOf(game).rows.flat();
  const side = new Set([...sideBets(game), "jackpot"]);
  const sorted = [...print.filter((spot) => !side.has(spot)), ...print.filter((spot) => side.has(spot)), "jackpot"];
  return sorted.filter((spot) => spot in told.bets);
}

function headline(table: Drawn, box: DrawnBox, told: Box): string {
  const who = box.mine ? "yours" : "other";
  if (table.phase === "void") return say("line.void");
  if (box.standing === "folded") return say(`settled.folded.${who}`, { player: box.player });
  if (box.standing === "returned") return say("settled.returned");
  const dealer = table.dealer.makes;
  if (!box.makes) return say("settled.done");
  const hand = short(box.makes);
  if (!dealer) return hand;
  if (table.dealer.qualifies === false) return say("settled.noplay", { dealer: short(dealer) });
  // from the view: chips that have gone home no longer say how they were settled
  const result = ["play", "bet", "flop", "ante"].map((spot) => told.bets[spot]?.result).find((each) => each);
  const how = result === "win" ? "beats" : result === "lose" ? "loses" : "equals";
  return say(`settled.${how}`, { hand, dealer: short(dealer) });
}

function short(makes: NonNullable<DrawnBox["makes"]>): string {
  return makes.hand.endsWith("odd-cards") ? madeName(makes) : handName(makes.hand);
}

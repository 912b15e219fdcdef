/** A guest's first round: one sentence a step. The steps follow the view; nothing waits for the guide. */

import { cents, whole } from "$lib/money";
import type { Key } from "$lib/words/catalogue";
import type { Values } from "$lib/words/message";
import type { HouseSeat } from "./seat.svelte";

export interface GuideStep {
  step: number;
  words: Key;
  values: Values;
  /** The spot that is ringed. */
  ringed: string;
}

/** How the round was paid. */
export const PAID: GuideStep = { step: 4, words: "guide.paid", values: {}, ringed: "" };

export function guideStep(seat: HouseSeat, seconds: number, bank: number): GuideStep | null {
  const { table, may, active } = seat;
  const spot = seat.spotName("ante");
  if (table.phase === "betting") {
    const least = whole(cents(((seat.sign?.limits ?? {}) as Record<string, [string, string]>).ante?.[0]));
    if (seat.bets.amount(active, "ante") > 0) return { step: 1, words: "guide.wait", values: { spot }, ringed: "" };
    return { step: 1, words: "guide.bet", values: { spot, least }, ringed: "ante" };
  }
  if (may.looks.has(active)) return { step: 2, words: "guide.look", values: {}, ringed: "" };
  const options = may.decisions.get(active) ?? [];
  if (options.length && seat.asked) {
    const costs = options.find((option) => option.costs);
    const values = { word: costs?.word ?? "", amount: whole(costs?.costs ?? "0"), seconds, bank };
    const words = options.some((option) => option.do.endsWith(" check")) ? "guide.street" : bank ? "guide.decide" : "guide.decide.free";
    return { step: 3, words, values, ringed: "" };
  }
  const box = table.boxes.get(active);
  if (table.over && box && box.staked > 0) return PAID;
  return null;
}

/** A payment as lines that can be opened. Every figure and every step comes with the view; here they only get their words. */

import { cents, money } from "$lib/money";
import type { Award, Bet, Step } from "$lib/views";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { handName } from "./hands";

export interface Sum {
  label: string;
  figure: string;
}

export interface PaymentLine {
  id: string;
  name: string;
  /** In a few words: "25.00 at 5 to 1". */
  how: string;
  /** What it brought, in cents, and what the bet itself cost where both stand beside each other. */
  gain: number;
  cost: number;
  /** In place of gain and cost: what went to others. */
  figure?: string | undefined;
  steps: Sum[];
  total: Sum;
  cites: readonly string[];
}

type Told = Step & { from?: number | string };

/** The words and figures of one step; `mine` is about whose bet it was. */
export function stepSum(step: Told, mine: boolean): Sum {
  const amount = money(step.amount);
  const hand = step.hand ? handName(step.hand) : "";
  switch (step.step) {
    case "bet":
      return { label: say(mine ? "pay.step.bet.yours" : "pay.step.bet"), figure: amount };
    case "pays": {
      const label = hand ? say("pay.step.pays.hand", { hand, odds: step.odds ?? "" }) : say("pay.step.pays", { odds: step.odds ?? "" });
      return { label, figure: step.on && step.odds ? `${money(step.on)} × ${step.odds} = ${amount}` : amount };
    }
    case "share":
      return { label: say(hand ? "pay.step.share.hand" : "pay.step.share", { share: part(step.share ?? ""), hand }), figure: amount };
    case "fixed":
      return { label: say(hand ? "pay.step.fixed.hand" : "pay.step.fixed", { hand }), figure: amount };
    case "envy":
      return { label: say("pay.step.envy", { from: String(step.from ?? "") }), figure: amount };
    case "rake": {
      const percent = String(Number(step.percent ?? 0));
      const label = step.cap ? say("pay.step.rake.cap", { percent, cap: money(step.cap) }) : say("pay.step.rake", { percent });
      return { label, figure: `−${amount}` };
    }
    case "split":
      return { label: say("pay.step.split", { ways: step.ways ?? 0 }), figure: amount };
    case "loses":
      return { label: say("pay.step.loses"), figure: `−${amount}` };
    default:
      return { label: sayIfKnown(`pay.step.${step.step}${step.step === "returned" && mine ? ".yours" : ""}`, step.step), figure: amount };
  }
}

/** "1/4" as people say it, "10/1" never happens. */
const part = (share: string): string => (share === "1" ? "100 %" : share);

/** How it was paid, in a few words. */
function inShort(steps: readonly Told[], result: string): string {
  const find = (name: string) => steps.find((step) => step.step === name);
  const pays = find("pays");
  if (pays?.on) return say("pay.short.odds", { on: money(pays.on), odds: pays.odds ?? "" });
  const share = find("share");
  if (share) return say("pay.short.share", { share: part(share.share ?? ""), hand: share.hand ? handName(share.hand) : "" });
  const fixed = find("fixed");
  if (fixed?.hand) return say("pay.short.fixed", { hand: handName(fixed.hand) });
  const envy = find("envy");
  if (envy) return say("pay.short.envy", { from: String(envy.from ?? "") });
  return sayIfKnown(`pay.result.${result}`, result);
}

export function betLine(spot: string, name: string, bet: Bet, mine: boolean): PaymentLine {
  const steps = (bet.arithmetic ?? []) as Told[];
  const staked = cents(bet.staked);
  const returned = cents(bet.returned);
  const paid = cents(bet.paid);
  const lost = staked - returned;
  return {
    id: spot,
    name,
    how: inShort(steps, bet.result ?? ""),
    gain: paid,
    cost: lost,
    figure: paid === 0 && lost === 0 ? money(returned) : undefined,
    steps: steps.map((step) => stepSum(step, mine)),
    total: { label: say(mine ? "pay.total.yours" : "pay.total"), figure: money(returned + paid) },
    cites: bet.cites ?? [],
  };
}

export function awardLine(award: Award & { from?: number | string }, index: number, mine: boolean): PaymentLine {
  const steps = (award.arithmetic ?? []) as Told[];
  return {
    id: `award-${index}`,
    name: sayIfKnown(`pay.award.${award.award}`, handName(award.award)),
    how: inShort(steps, "award"),
    gain: cents(award.paid),
    cost: 0,
    steps: steps.map((step) => stepSum(step, mine)),
    total: { label: say(mine ? "pay.total.yours" : "pay.total"), figure: money(award.paid) },
    cites: award.cites,
  };
}

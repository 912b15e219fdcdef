/** The pots of a round that is over, as lines that can be opened. */

import { cents, money, whole } from "$lib/money";
import { listed, say } from "$lib/words/words.svelte";
import { madeName } from "../shared/hands";
import { stepSum, type PaymentLine } from "../shared/payments";
import type { Drawn, Pot } from "./model";
import { potName } from "./said";
import type { PokerRound } from "./view";

/** Who sits there, at the start of a sentence or in a list. */
export type Named = (seat: number, listed?: boolean) => string;

export interface PotsExplained {
  lines: PaymentLine[];
  put: number;
  got: number;
  headline: string;
}

export function potsExplained(table: Drawn, round: PokerRound, own: number | null, named: Named): PotsExplained {
  const mine = own === null ? undefined : round.players[String(own)];
  const put = cents(mine?.put);
  const got = table.pots.reduce((sum, pot) => sum + wonBy(pot, own), 0);
  return {
    lines: table.pots.map((pot) => potLine(pot, table.pots.length, round, own, named)),
    put,
    got,
    headline: headline(table, own, named),
  };
}

export const youLast = (seats: readonly number[], own: number | null): number[] => [
  ...seats.filter((seat) => seat !== own),
  ...seats.filter((seat) => seat === own),
];

const wonBy = (pot: Pot, seat: number | null): number => pot.won.find((each) => each.seat === seat)?.amount ?? 0;

function potLine(pot: Pot, pots: number, round: PokerRound, own: number | null, named: Named): PaymentLine {
  const gain = wonBy(pot, own);
  const given = pot.won.reduce((sum, each) => sum + each.amount, 0);
  const steps = pot.view.arithmetic?.map((step) => stepSum(step, false)) ?? [];
  const shares = pot.won.length > 1 || steps.length === 0;
  return {
    id: `pot-${pot.index}`,
    name: say("poker.pot.named", { pot: potName(pot, pots), amount: whole(pot.amount) }),
    how: how(pot, round, named),
    gain,
    cost: 0,
    figure: gain > 0 ? undefined : money(given),
    steps: [
      { label: listed(youLast(pot.eligible, own).map((seat) => named(seat, true))), figure: money(pot.amount) },
      ...steps.filter((_, index) => index > 0 || pot.view.arithmetic?.[0]?.step !== "pot"),
      ...(shares ? pot.won.map((each) => ({ label: named(each.seat), figure: money(each.amount) })) : []),
    ],
    total: gain > 0 ? { label: say("poker.pot.you-get"), figure: money(gain) } : { label: say("poker.pot.given"), figure: money(given) },
    cites: pot.cites,
  };
}

/** "Deniz: Two Pairs, Kings and Nines"; where nobody had to show, that the others had folded. */
function how(pot: Pot, round: PokerRound, named: Named): string {
  const winners = pot.won.map((each) => each.seat);
  const makes = winners.map((seat) => (round.hands[String(seat)] ? round.players[String(seat)]?.makes : undefined)).find(Boolean);
  const names = listed(winners.map((seat) => named(seat)));
  if (pot.eligible.length === 1) return say("poker.pot.alone", { names });
  return makes ? say("poker.pot.with", { names, hand: madeName(makes) }) : names;
}

function headline(table: Drawn, own: number | null, named: Named): string {
  const mine = table.pots.filter((pot) => wonBy(pot, own) > 0);
  const shared = mine.some((pot) => pot.won.length > 1);
  if (mine.length === 0) {
    const winners = [...new Set(table.pots.flatMap((pot) => pot.won.map((each) => each.seat)))];
    return say("poker.won.others", { names: listed(winners.map((seat) => named(seat))) });
  }
  if (table.pots.length === 1) return say(shared ? "poker.won.share" : "poker.won.pot");
  if (mine.length === table.pots.length) return say("poker.won.all", { count: mine.length });
  const sides = mine.filter((pot) => pot.index > 0).length;
  if (sides === mine.length) return say("poker.won.sides", { count: sides });
  return sides === 0 ? say("poker.won.main") : say("poker.won.some", { count: mine.length });
}

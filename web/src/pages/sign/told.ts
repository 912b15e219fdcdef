/** What a sign says, out of what the floor says: pay tables, shares of the jackpot, and who has won it. */

import type { AwardTold, LinkTold } from "$lib/types";
import type { Box, HouseRound, SignView } from "$lib/views";
import { handName } from "../../table/shared/hands";
import { sayIfKnown } from "$lib/words/words.svelte";

export interface Share {
  hand: string;
  share: string | null;
  fixed: string | null;
  envy: string | null;
}

export interface Row {
  hand: string;
  pays: string;
}

export const sharesOf = (sign: SignView | null): Share[] => ((sign?.jackpot as { shares?: Share[] } | null)?.shares ?? []);
export const rowsOf = (sign: SignView, table: string): Row[] => (sign.paytables[table] ?? []) as unknown as Row[];

/** As it fits on a sign: "A K Q of spades". */
export const shortName = (hand: string): string => sayIfKnown(`sign.hand.${hand}`, handName(hand));

/** "1/10" in per cent. */
export function percent(share: string): string {
  const [over = 1, under = 1] = share.split("/").map(Number);
  return String((100 * over) / under);
}

/** Bets that are paid the same whatever the hand, by their odds: Ante and Play pay 1 to 1. */
export function evenBets(sign: SignView): { odds: string; spots: string[] }[] {
  const printed = new Set((sign.print?.lines ?? []).map((line) => line.table));
  const found = new Map<string, string[]>();
  for (const [table, rows] of Object.entries(sign.paytables)) {
    if (printed.has(table)) continue;
    for (const row of rows as unknown as Row[]) {
      found.set(row.pays, [...(found.get(row.pays) ?? []), sign.words.spots[row.hand] ?? row.hand]);
    }
  }
  return [...found].map(([odds, spots]) => ({ odds, spots }));
}

/** With which hand the dealer plays and the Ante is paid, as it stands on the felt. */
export function onTheFelt(sign: SignView): string[] {
  const print = sign.print;
  if (!print) return [];
  const found: string[] = [];
  if (print.qualifier) found.push(sayIfKnown(`sign.qualifies.${print.qualifies}`, `${print.qualifier}.`));
  if (print.ante) found.push(sayIfKnown(`sign.ante.${print.ante_pays_from}`, `${print.ante}.`));
  return found;
}

/** Milliseconds for which an award that is paid stays on the sign. */
const SHOWN = 90_000;

/** The award that a sign shows: one that waits for its verification, or has just been paid. */
export function wonNow(link: LinkTold, now: number): AwardTold | null {
  const newest = link.awards.find((award) => award.state === "locked" || award.state === "paid");
  if (!newest || newest.amount === null) return null;
  return newest.state === "locked" || now - Date.parse(newest.at) < SHOWN ? newest : null;
}

export interface Winner {
  hand: string;
  rows: string[];
}

/** The hand that won, as far as everybody sees it. */
export function winner(round: HouseRound | null, award: AwardTold): Winner | null {
  const box: (Box & { makes?: { cards: string; paid_as?: string[] } }) | undefined = round?.boxes[String(award.box)];
  if (!box?.makes) return null;
  return { hand: box.hand ?? "", rows: box.makes.paid_as ?? [] };
}

/** What the other coins at the table get for it. */
export function envyFor(shares: readonly Share[], found: Winner | null, award: AwardTold): string | null {
  return shares.find((row) => row.share === award.share && found?.rows.includes(row.hand))?.envy ?? null;
}

/** Bets that this browser keeps for a game: those of the last round, and three layouts with names. */

import { spotKey, type Amounts } from "./betting";

const KEPT = "croupier.layouts";

/** Cents by spot of one box. */
export type Spots = Readonly<Record<string, number>>;

export interface Layout {
  name: string;
  spots: Spots;
}

export interface KeptBets {
  /** Of each box that somebody had, in the order of their numbers. */
  last: readonly Spots[];
  named: readonly (Layout | null)[];
}

const NOTHING: KeptBets = { last: [], named: [null, null, null] };

function all(): Record<string, KeptBets> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, KeptBets>;
  } catch {
    return {}; // a storage that is closed or unreadable counts as an empty one
  }
}

export const keptBets = (game: string): KeptBets => ({ ...NOTHING, ...all()[game] });

export function keepBets(game: string, changed: Partial<KeptBets>): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...all(), [game]: { ...keptBets(game), ...changed } }));
  } catch {
    // then nothing is kept
  }
}

/** These spots on these boxes. */
export function laidOn(boxes: readonly number[], spots: readonly Spots[]): Record<string, number> {
  const pairs = boxes.flatMap((box, at) => Object.entries(spots[at] ?? {}).map(([spot, cents]) => [spotKey(box, spot), cents] as const));
  return Object.fromEntries(pairs);
}

/** What lies on each of these boxes. */
export function spotsOf(boxes: readonly number[], amounts: Amounts): Spots[] {
  const on = (box: number) => Object.entries(amounts).filter(([key, cents]) => cents > 0 && key.startsWith(`${box} `));
  return boxes.map((box) => Object.fromEntries(on(box).map(([key, cents]) => [key.slice(key.indexOf(" ") + 1), cents])));
}

/** Roots of decks as the tables showed them to this browser, and when: what somebody's cards are compared with later. */

import type { TableView } from "./views";

const KEPT = "croupier.seals";
/** How many rounds are remembered; the oldest are forgotten. */
const MOST = 400;

export interface Seal {
  root: string;
  /** The floor's time. */
  at: string;
  /** Before any bet of the round was closed and any card dealt. */
  early: boolean;
}

type Kept = Record<string, Seal[]>;

const keyOf = (table: string, round: number): string => `${table} ${round}`;

function read(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Kept) : {};
  } catch {
    return {};
  }
}

let known: Kept | null = null;

/** With every view: the first time that a root is seen it is written down. */
export function keepSeals(view: TableView): void {
  const deal = view.deal;
  if (!deal || deal.roots.length === 0) return;
  known ??= read();
  const key = keyOf(view.name, deal.round);
  const seals = known[key] ?? [];
  const fresh = deal.roots.filter((root) => !seals.some((seal) => seal.root === root));
  if (fresh.length === 0) return;
  const early = beforeTheDeal(view, deal.round);
  known[key] = [...seals, ...fresh.map((root) => ({ root, at: view.at, early }))];
  const keys = Object.keys(known);
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) delete known[old];
  try {
    localStorage.setItem(KEPT, JSON.stringify(known));
  } catch {
    // then they are remembered until the page is closed
  }
}

function beforeTheDeal(view: TableView, round: number): boolean {
  const now = view.round as { number: number; phase?: string } | null;
  if (now === null || now.number < round) return true;
  return now.number === round && now.phase === "betting";
}

/** What this browser was shown of a round. */
export function sealsOf(table: string, round: number): readonly Seal[] {
  known ??= read();
  return known[keyOf(table, round)] ?? [];
}

/** The list next to the replayer: your own rounds with filters, or the rounds of a table if you may see them. */

import { floor } from "$lib/floor.svelte";
import type { OwnRound, OwnRounds, Rounds as RoundsTold, Total } from "$lib/types";

export const GAMES = ["three-card-poker", "casino-stud", "progressive-holdem", "poker"] as const;
export const SPANS = ["today", "week", "all"] as const;
export const RESULTS = ["all", "won", "lost", "void", "award"] as const;

export interface Filters {
  game: "" | (typeof GAMES)[number];
  span: (typeof SPANS)[number];
  result: (typeof RESULTS)[number];
}

export const NO_FILTERS: Filters = { game: "", span: "all", result: "all" };

/** What a row needs; of a table's rounds the floor gives only the number and how it ended. */
export type Item = Partial<OwnRound> & { table: string; round: number; status: string };

const PAGE = 50;
const DAY = 86_400_000;

export class Rounds {
  items = $state.raw<readonly Item[]>([]);
  total = $state.raw<Total | null>(null);
  filters = $state.raw<Filters>(NO_FILTERS);
  loading = $state(false);
  failed = $state(false);
  private before = $state.raw<string | number | null>(null);
  private turn = 0;

  /** `table` is left out for one's own rounds everywhere. */
  constructor(
    readonly own: boolean,
    readonly table: string,
  ) {}

  get more(): boolean {
    return this.before !== null;
  }

  filter(filters: Partial<Filters>): void {
    this.filters = { ...this.filters, ...filters };
    void this.load();
  }

  /** From the newest on. */
  async load(): Promise<void> {
    this.before = null;
    await this.ask(true);
  }

  async loadMore(): Promise<void> {
    if (this.more && !this.loading) await this.ask(false);
  }

  private async ask(first: boolean): Promise<void> {
    const turn = (this.turn += 1);
    this.loading = true;
    this.failed = false;
    try {
      const told = await (this.own ? this.mine() : this.ofTable());
      if (turn !== this.turn) return;
      this.items = first ? told.items : [...this.items, ...told.items];
      this.total = first ? told.total : null;
      this.before = told.before;
    } catch {
      if (turn === this.turn) this.failed = true;
    } finally {
      if (turn === this.turn) this.loading = false;
    }
  }

  private async mine(): Promise<OwnRounds> {
    const { game, span, result } = this.filters;
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (this.table) query.set("table", this.table);
    if (game) query.set("game", game);
    if (result !== "all") query.set("result", result);
    if (span !== "all") query.set("since", since(span));
    if (this.before !== null) query.set("before", String(this.before));
    return floor.get<OwnRounds>(`/v1/me/rounds?${query}`);
  }

  private async ofTable(): Promise<{ items: Item[]; total: null; before: number | null }> {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (this.before !== null) query.set("before", String(this.before));
    const told = await floor.get<RoundsTold>(`/v1/tables/${encodeURIComponent(this.table)}/rounds?${query}`);
    return { items: told.items.map((item) => ({ ...item, table: this.table })), total: null, before: told.before };
  }
}

/** The beginning of today, or of the day a week ago, on this machine's calendar, by the floor's clock. */
export function since(span: "today" | "week"): string {
  const day = new Date(floor.now() - (span === "week" ? 6 * DAY : 0));
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

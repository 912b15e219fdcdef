/** The float of a table as the floor tells it, asked for again while somebody looks. */

import { floor } from "$lib/floor.svelte";
import { cents, wire } from "$lib/money";
import type { FloatTold, SlipTold } from "$lib/types";

export type Kind = SlipTold["kind"];

/** Where a slip of a kind is sent. */
export const PATHS: Record<Kind, string> = { opening: "opening", fill: "fills", credit: "credits", drop: "drops", count: "counts" };
export const COUNTED: readonly Kind[] = ["drop", "count"];
const EVERY = 4_000;

export class Float {
  told = $state.raw<FloatTold | null>(null);
  problem = $state("");
  busy = $state(false);
  readonly table: string;

  constructor(table: string) {
    this.table = table;
  }

  /** Asks now, and again every few seconds until the answer is called. */
  watch(): () => void {
    void this.ask();
    const timer = setInterval(() => void this.ask(), EVERY);
    return () => clearInterval(timer);
  }

  async ask(): Promise<void> {
    this.told = await floor.get<FloatTold>(`/v1/tables/${this.table}/float`).catch(() => this.told);
  }

  write(kind: Kind, pieces: ReadonlyMap<number, number>, reason: string): Promise<boolean> {
    const chips = Object.fromEntries([...pieces].filter(([, count]) => count > 0).map(([value, count]) => [wire(value * 100), count]));
    return this.send(PATHS[kind], { chips, reason });
  }

  approve = (slip: SlipTold): Promise<boolean> => this.send(`${PATHS[slip.kind]}/${slip.slip}/approval`, {});
  acknowledge = (slip: SlipTold): Promise<boolean> => this.send(`${PATHS[slip.kind]}/${slip.slip}/acknowledgement`, {});

  private async send(path: string, body: object): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = "";
    try {
      await floor.post(`/v1/tables/${this.table}/${path}`, body);
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : "";
      return false;
    } finally {
      this.busy = false;
      await this.ask();
    }
  }
}

/** The sum of the slips of a kind that are done. */
export const sumOf = (told: FloatTold, kind: Kind): number =>
  told.slips.filter((slip) => slip.kind === kind && slip.state === "done").reduce((sum, slip) => sum + cents(slip.amount), 0);

/** The last count, unless chips were moved by a slip after it. */
export function countOf(told: FloatTold): SlipTold | undefined {
  const last = told.slips.find((slip) => slip.state === "done" && slip.kind !== "drop");
  return last?.kind === "count" ? last : undefined;
}

/** A drill as the page goes through it: the question, what was said to the answer, and the next one when it is wanted. */

import { floor, Refused } from "$lib/floor.svelte";
import { go } from "$lib/router.svelte";
import type { Drill, DrillTold, Marked, MarkedTold } from "$lib/types";

/** `more`: a drill whose missed ones are asked again, or the number of one that a trainer has set. */
export async function start(kind: string, book: string, more: { again?: number; assigned?: number } = {}): Promise<void> {
  const told = await floor.post<Drill>("/v1/training/drills", { kind, book, ...more });
  go(`/training/${kind}/${told.drill.drill}`);
}

export class Going {
  told = $state.raw<DrillTold | null>(null);
  /** What the desk said to the last answer; nothing while a question is open. */
  marked = $state.raw<MarkedTold | null>(null);
  problem = $state("");
  busy = $state(false);
  /** When the question was shown, on this machine's clock. */
  since = $state(Date.now());

  constructor(readonly number: number) {}

  private get path(): string {
    return `/v1/training/drills/${this.number}`;
  }

  async load(): Promise<void> {
    await this.asking(async () => {
      this.told = (await floor.get<Drill>(this.path)).drill;
      this.marked = null;
      this.since = Date.now();
    });
  }

  /** The answer to the question that is shown; of a run the next moment comes with it. */
  async answer(given: object): Promise<void> {
    if (!this.told || this.busy) return;
    const question = this.told.answered + 1;
    await this.asking(async () => {
      const said = await floor.post<Marked>(`${this.path}/answers`, { question, ...given });
      if (said.marked === null) {
        // an exam tells nothing: on to the next question, or to the result
        this.told = said.drill.over ? said.drill : (await floor.get<Drill>(this.path)).drill;
        this.since = Date.now();
        return;
      }
      this.marked = said.marked;
      this.told = said.drill.kind === "run" ? said.drill : { ...said.drill, asked: this.told?.asked ?? null };
      if (said.drill.kind === "run") this.since = Date.now();
    });
  }

  /** On to the next question, or to the result. */
  async next(): Promise<void> {
    if (this.told?.over) this.marked = null;
    else await this.load();
  }

  private async asking(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof Refused || error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }
}

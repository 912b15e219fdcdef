/** The figures of the shift, asked again while somebody looks at them. */

import { floor } from "$lib/floor.svelte";
import type { Figures, TableFigures } from "$lib/types";

const EVERY = 20_000;

class Shift {
  told = $state.raw<Figures | null>(null);
  private watchers = 0;
  private timer = 0;

  /** From an effect. */
  watch = (): (() => void) => {
    this.watchers += 1;
    if (this.watchers === 1) {
      void this.ask();
      this.timer = window.setInterval(() => void this.ask(), EVERY);
    }
    return () => {
      this.watchers -= 1;
      if (this.watchers === 0) clearInterval(this.timer);
    };
  };

  async ask(): Promise<void> {
    this.told = await floor.get<Figures>("/v1/figures").catch(() => this.told);
  }

  of(table: string): TableFigures | undefined {
    return this.told?.tables.find((each) => each.table === table);
  }
}

export const shift = new Shift();

/** The figures of the shift, asked again while somebody looks at them. */

import { floor } from "$lib/floor.svelte";
import type { Figures, TableFigures } from "$lib/types";

const EVERY = 20_000;
const HOUR = 3_600_000;
export const PERIODS = ["shift", "hour", "day"] as const;
export type Period = (typeof PERIODS)[number];
/** Without one the floor's own shift. */
const LASTS: Record<Period, number | undefined> = { shift: undefined, hour: HOUR, day: 24 * HOUR };

class Shift {
  told = $state.raw<Figures | null>(null);
  period = $state<Period>("shift");
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

  look(period: Period): void {
    this.period = period;
    void this.ask();
  }

  async ask(): Promise<void> {
    const period = this.period;
    const lasts = LASTS[period];
    const since = lasts === undefined ? "" : `?since=${new Date(floor.now() - lasts).toISOString()}`;
    const told = await floor.get<Figures>(`/v1/figures${since}`).catch(() => this.told);
    if (period === this.period) this.told = told;
  }

  of(table: string): TableFigures | undefined {
    return this.told?.tables.find((each) => each.table === table);
  }
}

export const shift = new Shift();

/** Chance alone, normally distributed, gives this number of standard deviations once in how many periods. */
export function onceIn(sigmas: number): number {
  const far = Math.max(2, Math.abs(sigmas));
  const tail = (Math.exp((-far * far) / 2) / (far * Math.sqrt(2 * Math.PI))) * (1 - 1 / far ** 2 + 3 / far ** 4);
  const times = 1 / (2 * tail);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(times)) - 1);
  return Math.min(1_000_000_000, Math.round(times / digits) * digits);
}

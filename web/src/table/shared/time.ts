/** How much time somebody has. The floor says how much is left of the period and of the bank; the bank runs when the period has ended. */

import { ticking } from "$lib/clock.svelte";
import type { TableWatch } from "$lib/watches.svelte";

/** From here on the clock is amber, with a word. */
const LOW = 5_000;

export interface Time {
  /** Whole seconds of what runs now. */
  seconds: number;
  /** What is left of it, from 1 to 0. */
  part: number;
  /** Little is left, or the bank runs. */
  low: boolean;
  /** The bank runs. */
  onBank: boolean;
  /** Seconds of the bank that are left, running or not. */
  bank: number;
  /** Clocks stand still: nobody loses time. */
  stopped: boolean;
}

export interface AskedTime {
  left: number;
  bank: number;
}

/** Read in a template it goes on by itself. `period` is the whole of it, as the sign says. */
export function timeLeft(watch: TableWatch, asked: AskedTime, period: number | null): Time {
  return ticking(() => {
    const all = watch.left(asked.left + asked.bank);
    const onBank = asked.bank > 0 && all <= asked.bank;
    const left = onBank ? all : all - asked.bank;
    const whole = onBank ? Math.max(asked.bank, 1) : Math.max(period ?? asked.left, asked.left, 1);
    return {
      seconds: Math.ceil(left / 1_000),
      part: left / whole,
      low: onBank || left <= LOW,
      onBank,
      bank: Math.ceil(Math.min(all, asked.bank) / 1_000),
      stopped: watch.view?.clock.stopped ?? false,
    };
  });
}

/** What keeps a sign alive without anybody: it comes back by itself, and says how old its figures are. */

import { floor } from "$lib/floor.svelte";
import { pace, TIMES } from "$lib/motion";

const AGAIN = 2_000;

/** From an effect. Nobody presses anything at a sign: where a session has ended it goes on as nobody. */
export function keepAlive(): (() => void) | undefined {
  if (floor.connection !== "ended" && floor.connection !== "crowded") return undefined;
  const timer = setTimeout(() => floor.rejoin(), AGAIN);
  return () => clearTimeout(timer);
}

/** A figure that counts up to what it should be, and jumps where it falls. */
export class Counting {
  shown = $state(0);
  private known = -1;

  /** From an effect, with every new value. */
  follow(value: number): (() => void) | undefined {
    const from = this.known;
    this.known = value;
    const speed = pace();
    if (from < 0 || value <= from || speed === 0) {
      this.shown = value;
      return undefined;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function count(this: Counting, now: number) {
      const part = Math.min(1, Math.max(0, (now - start) / (TIMES.count * speed)));
      this.shown = Math.round(from + (value - from) * part);
      if (part < 1) frame = requestAnimationFrame(count.bind(this));
    }.bind(this));
    return () => {
      cancelAnimationFrame(frame);
      this.shown = value;
    };
  }
}

/** What moves over the table, and the figures that count up meanwhile. What is so is not kept here. */

import { MotionQueue, pace, TIMES } from "$lib/motion";
import type { Step } from "../shared/cursor.svelte";
import { flights, type Flight } from "./flights";
import type { Drawn } from "./model";

export interface Flying {
  id: number;
  flight: Flight;
  duration: number;
  delay: number;
}

interface Count {
  from: number;
  to: number;
  since: number;
  lasts: number;
}

/** Milliseconds that a figure counts from the moment that chips arrive. */
const COUNTS = { stack: TIMES.count, pot: TIMES.base };
/** Bets are gathered one after the other. */
const APART = 40;

export class Scene {
  flying = $state.raw<readonly Flying[]>([]);
  /** Whether what appears now comes from somewhere, or was there when the page was opened. */
  moving = $state(false);
  readonly queue = new MotionQueue();
  private before: Drawn | null = null;
  private ids = 0;
  private counts = new Map<string, Count>();
  private figures = $state.raw<ReadonlyMap<string, number>>(new Map());
  private frame = 0;

  /** A picture, and what led to it; without `moves` nobody could follow the way there. */
  show(now: Drawn, step: Step | null, moves: boolean): void {
    const before = this.before;
    this.before = now;
    this.moving = moves && before !== null && pace() > 0;
    if (!this.moving || before === null) {
      this.queue.jump();
      this.flying = [];
      this.counts.clear();
      this.figures = new Map();
      return;
    }
    const apart = step?.does === "gather" ? APART : 0;
    const duration = step?.lasts && step.does !== "gather" ? step.lasts : TIMES.chip;
    const found = flights(before, now, step).map((flight, index) => ({ id: (this.ids += 1), flight, duration, delay: index * apart }));
    if (found.length) {
      this.flying = [...this.flying, ...found];
      const gone = new Set(found.map(({ id }) => id));
      const lasts = (duration + (found.length - 1) * apart) * pace();
      setTimeout(() => (this.flying = this.flying.filter(({ id }) => !gone.has(id))), lasts);
    }
    if (step) this.count(before, now, step);
  }

  /** Chips that are still on their way to their place in front of a seat. */
  landing(seat: number): number {
    const there = this.flying.filter(({ flight: { to } }) => to.at === "bet" && to.seat === seat);
    return there.reduce((sum, { flight }) => sum + flight.amount, 0);
  }

  /** The picture with the figures that count. */
  counted(table: Drawn): Drawn {
    const figures = this.figures;
    if (figures.size === 0) return table;
    const seats = table.seats.map((seat) => ({ ...seat, stack: figures.get(`seat ${seat.number}`) ?? seat.stack }));
    const pots = table.pots.map((pot) => ({ ...pot, amount: figures.get(`pot ${pot.index}`) ?? pot.amount }));
    return { ...table, seats, pots, you: seats.find((seat) => seat.you) ?? null };
  }

  private count(before: Drawn, now: Drawn, step: Step): void {
    const since = performance.now();
    const begin = (key: string, from: number, to: number, lasts: number): void => {
      if (to > from) this.counts.set(key, { from: this.figures.get(key) ?? from, to, since, lasts: lasts * pace() });
    };
    if (step.does === "lands" || step.does === "odd-lands" || step.does === "home") {
      now.seats.forEach((seat, index) => begin(`seat ${seat.number}`, before.seats[index]?.stack ?? seat.stack, seat.stack, COUNTS.stack));
    } else if (step.does === "gathered") {
      now.pots.forEach((pot) => begin(`pot ${pot.index}`, before.pots[pot.index]?.amount ?? 0, pot.amount, COUNTS.pot));
    }
    if (this.counts.size) this.tick();
  }

  private tick = (): void => {
    cancelAnimationFrame(this.frame);
    const now = performance.now();
    const figures = new Map<string, number>();
    for (const [key, { from, to, since, lasts }] of this.counts) {
      const part = (now - since) / lasts;
      if (part >= 1) this.counts.delete(key);
      else figures.set(key, Math.round((from + (to - from) * part) / 100) * 100);
    }
    this.figures = figures;
    if (figures.size) this.frame = requestAnimationFrame(this.tick);
  };
}

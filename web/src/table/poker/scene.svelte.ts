/** What the stage draws, and how it gets there. It may be some pictures behind what is so; the buttons never are. */

import { MotionQueue, pace, TIMES } from "$lib/motion";
import { frames, type Flight, type Frame } from "./frames";
import type { Drawn } from "./model";

export interface Flying {
  id: number;
  flight: Flight;
  duration: number;
}

const LASTS: Record<Frame["motion"], number> = {
  bet: TIMES.chip,
  gather: TIMES.chip,
  street: TIMES.deal,
  show: TIMES.flip,
  pay: TIMES.pay,
  still: 0,
};

export class Scene {
  table = $state.raw<Drawn | null>(null);
  flying = $state.raw<readonly Flying[]>([]);
  /** Whether what appears now comes from somewhere, or was there when the page was opened. */
  moving = $state(false);
  readonly queue = new MotionQueue();
  private newest: Drawn | null = null;
  private flights = 0;

  /** The newest state; `jump` where nobody could follow the way there. */
  show(table: Drawn, jump = false): void {
    const before = this.newest;
    this.newest = table;
    if (before === null || jump || pace() === 0) {
      this.queue.jump();
      this.set(table, false);
      return;
    }
    for (const frame of frames(before, table)) this.queue.add((speed) => this.play(frame, speed));
  }

  private set(table: Drawn, moving: boolean): void {
    this.moving = moving;
    this.table = table;
    this.flying = [];
  }

  private play(frame: Frame, speed: number): Promise<void> | undefined {
    this.set(frame.table, speed > 0);
    const lasts = LASTS[frame.motion] * speed;
    if (lasts === 0) return undefined;
    this.flying = frame.flights.map((flight) => ({ id: (this.flights += 1), flight, duration: LASTS[frame.motion] }));
    return new Promise((done) => setTimeout(done, lasts));
  }
}

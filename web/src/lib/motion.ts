/**
 * Motion follows events in their order through one queue. Nothing waits for it: state is shown at once, and a motion
 * shows how it came about. A page that is hidden, more than two seconds behind, or set to reduced motion jumps.
 */

import { settings } from "./settings.svelte";

export const TIMES = {
  press: 90,
  quick: 140,
  base: 220,
  deal: 260,
  step: 90,
  flip: 320,
  chip: 240,
  pay: 420,
  rest: 600,
  sheet: 280,
  count: 880,
} as const;

export const EASE = {
  out: "cubic-bezier(0.2, 0.8, 0.2, 1)",
  in: "cubic-bezier(0.4, 0, 1, 1)",
  both: "cubic-bezier(0.4, 0, 0.2, 1)",
  land: "cubic-bezier(0.2, 1.1, 0.4, 1)",
} as const;

const FAR_BEHIND = 2_000;

/** 1 at a table paced for people, 0 where nothing moves. */
export const pace = (): number => {
  if (settings.reducedMotion || document.visibilityState === "hidden") return 0;
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--pace")) || 0;
};

/** One step of the queue: starts motions and says how long it takes; `jump` makes it skip to the end. */
export type Motion = (pace: number) => Promise<unknown> | void;

export class MotionQueue {
  private waiting: { motion: Motion; since: number }[] = [];
  private running = false;
  private moving = new Set<Animation>();

  add(motion: Motion): void {
    this.waiting.push({ motion, since: performance.now() });
    if (!this.running) void this.run();
  }

  /** Everything is where it belongs at once: after reconnecting, or when the page was away. */
  jump(): void {
    this.waiting = [];
    for (const animation of this.moving) animation.finish();
    this.moving.clear();
  }

  /**
   * Moves an element by the Web Animations API, which needs no style in the page and so keeps the content security
   * policy. With `pace` 0 it is where it belongs without any motion.
   */
  async move(
    element: Element | null | undefined,
    keyframes: Keyframe[],
    duration: number,
    options: { delay?: number; easing?: string } = {},
  ): Promise<void> {
    const speed = pace();
    if (!element || speed === 0) return;
    const animation = element.animate(keyframes, {
      duration: duration * speed,
      delay: (options.delay ?? 0) * speed,
      easing: options.easing ?? EASE.out,
      fill: "backwards",
    });
    this.moving.add(animation);
    try {
      await animation.finished;
    } catch {
      // the element has gone, or the animation was cancelled: either way it is over
    } finally {
      this.moving.delete(animation);
    }
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const behind = performance.now() - next.since > FAR_BEHIND;
      const speed = behind ? 0 : pace();
      const moved = next.motion(speed);
      if (moved && speed > 0) await moved;
    }
    this.running = false;
  }
}

/** From the place of one element to that of another, for `transform`. */
export function fromTo(from: Element, to: Element): { x: number; y: number; scale: number } {
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  return {
    x: a.left + a.width / 2 - (b.left + b.width / 2),
    y: a.top + a.height / 2 - (b.top + b.height / 2),
    scale: b.width ? a.width / b.width : 1,
  };
}

/** A card that comes from the dealer when it appears; where nothing moves it simply lies there. */

import { EASE, TIMES, type MotionQueue } from "$lib/motion";
import type { Point } from "./geometry";

export interface Dealt {
  /** Null: it lay there when the page was opened. */
  queue: MotionQueue | null;
  /** Where it comes from, seen from where it lies. */
  from: Point;
  delay: number;
}

export function dealt(element: HTMLElement, { queue, from, delay }: Dealt): void {
  if (queue === null) return;
  const start = `translate(${from.x}px, ${from.y}px) rotate(14deg)`;
  void queue.move(
    element,
    [{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "rotate(1deg)", offset: 0.92 }, { transform: "none" }],
    TIMES.deal,
    { delay, easing: EASE.out },
  );
}

/** The floor's time. Pages never use their own but to see how much of a period has passed. */

import { createSubscriber } from "svelte/reactivity";

let offset = 0;
let stands = false;
let stoodAt = 0;

/** The floor has said what time it is. */
export function heardTime(now: string): void {
  stoodAt = Date.parse(now);
  offset = stoodAt - Date.now();
}

/** A clock turned by hand (demo): time stands between two messages. */
export function setStanding(yes: boolean): void {
  stands = yes;
}

export const standing = (): boolean => stands;

export const floorNow = (): number => (stands ? stoodAt : Date.now() + offset);

const EVERY = 100;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, EVERY);
  return () => clearInterval(timer);
});

/** Read in a template or a derived value, it is worked out again ten times a second, as long as somebody looks. */
export function ticking<T>(value: () => T): T {
  subscribe();
  return value();
}

/** Whole seconds until a time of the floor's; goes on by itself like everything that ticks. */
export const secondsUntil = (time: string): number => ticking(() => Math.max(0, Math.ceil((Date.parse(time) - floorNow()) / 1_000)));

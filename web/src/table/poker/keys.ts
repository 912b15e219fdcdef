/** Which key does what at a poker table. */

import type { Key } from "$lib/words/catalogue";

export const KEYS: readonly (readonly [string, Key])[] = [
  ["L", "poker.keys.look"],
  ["F", "poker.keys.fold"],
  ["K", "poker.keys.check"],
  ["C", "poker.keys.call"],
  ["R", "poker.keys.raise"],
  ["A", "poker.keys.all-in"],
  ["E", "poker.keys.explain"],
  ["?", "poker.keys.list"],
  ["Esc", "poker.keys.close"],
];

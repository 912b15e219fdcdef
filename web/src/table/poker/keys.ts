/** Which key does what at a poker table. */

import type { Key } from "$lib/words/catalogue";

export const KEYS: readonly (readonly [string, Key])[] = [
  ["Space Enter", "keys.plaque"],
  ["L", "poker.keys.look"],
  ["F", "poker.keys.fold"],
  ["K", "poker.keys.check"],
  ["C", "poker.keys.call"],
  ["R", "poker.keys.raise"],
  ["A", "poker.keys.all-in"],
  ["H", "poker.keys.half-pot"],
  ["P", "poker.keys.pot"],
  ["1 2 3", "poker.keys.sizes"],
  ["E", "poker.keys.explain"],
  ["`", "keys.tables"],
  ["?", "poker.keys.list"],
  ["Esc", "poker.keys.close"],
];

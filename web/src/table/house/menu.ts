/** What the menu and the list of keys have at a house table. */

import { settings } from "$lib/settings.svelte";
import type { Key } from "$lib/words/catalogue";
import { say } from "$lib/words/words.svelte";
import type { MenuItem } from "../shared/TableMenu.svelte";
import type { HouseSeat } from "./seat.svelte";

export const KEYS: readonly (readonly [string, Key])[] = [
  ["Space Enter", "keys.plaque"],
  ["1 – 5", "keys.chip"],
  ["7 – 9", "keys.layout"],
  ["Left Right", "keys.spot"],
  ["Enter", "keys.add"],
  ["Backspace", "keys.take"],
  ["Shift Enter", "keys.type"],
  ["L", "keys.look"],
  ["P", "keys.play"],
  ["F", "keys.fold"],
  ["K", "keys.check"],
  ["B", "keys.box"],
  ["E", "keys.explain"],
  ["`", "keys.tables"],
  ["?", "keys.list"],
  ["Esc", "keys.close"],
];

export function menuItems(seat: HouseSeat, topUp: () => void): MenuItem[] {
  const items: MenuItem[] = [];
  if (seat.may.tops) items.push({ words: say("topup.title"), run: topUp });
  if (seat.table.own.length > 1) {
    for (const [place, option] of seat.may.frees) items.push({ words: say("box.frees", { box: place }), run: () => void seat.do(option) });
  }
  const leaves = seat.may.leaves;
  if (leaves) items.push({ words: say("leave"), help: say("leave.help"), run: () => void seat.do(leaves) });
  if (settings.guided && seat.plays) items.push({ words: say("guide.again"), run: () => settings.set({ guided: false }) });
  return items;
}

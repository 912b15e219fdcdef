/** A figure is a door: the address of the entries behind it, and its name. */

import type { Figures } from "$lib/types";
import type { Key } from "$lib/words/catalogue";
import { sayIfKnown } from "$lib/words/words.svelte";

export type FigureName = "rounds" | "drop" | "handle" | "hold" | "rake";

const NAMES: Record<string, Key> = { rounds: "pit.rounds", drop: "pit.drop", handle: "pit.handle", hold: "pit.win", rake: "pit.rake" };

export const figureName = (figure: string): string => sayIfKnown(NAMES[figure] ?? "", figure);

/** With the period of the figures on the page, so that the entries add up to what stands there. */
export function toEntries(told: Figures | null, figure: FigureName, of: { table: string } | "banked" | "all"): string {
  const query = new URLSearchParams({ figure });
  if (of === "banked") query.set("banked", "true");
  else if (of !== "all") query.set("table", of.table);
  if (told) {
    query.set("since", told.since);
    query.set("until", told.until);
  }
  return `/pit/evidence?${query.toString()}`;
}

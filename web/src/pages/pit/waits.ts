/** What waits for a person of the house: its key, its age, and whether it is this person's to end. */

import { floor } from "$lib/floor.svelte";
import type { WaitTold } from "$lib/types";
import { atLeast } from "../../staff/ranks";

/** The house's limit: what has waited longer is marked. */
const OLD = 180_000;
/** A dealer acts and a device reads within this time; until then nobody has to look. */
const ORDINARY = 60_000;

/** In addresses, and to know a row again. */
export const keyOf = (wait: WaitTold): string =>
  [wait.kind, wait.link || wait.table || wait.player || "house", wait.number ?? wait.round ?? ""].join("-");

export const ageOf = (wait: WaitTold): number => Math.max(0, floor.now() - Date.parse(wait.since));

export const isOld = (wait: WaitTold): boolean => ageOf(wait) > OLD;

/** "0:48", "12:40", "1:04:10" */
export function ageSaid(wait: WaitTold): string {
  const seconds = Math.floor(ageOf(wait) / 1_000);
  const two = (count: number): string => String(count).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Somebody who asked does not approve it too. */
const needsAnother = (wait: WaitTold): boolean => wait.kind === "change" || wait.kind === "cash" || (wait.kind === "chips" && wait.rank !== "dealer");

export const isOwn = (wait: WaitTold): boolean => needsAnother(wait) && wait.by?.toLowerCase() === floor.user?.name.toLowerCase();

export const isMine = (wait: WaitTold): boolean => atLeast(floor.role, wait.rank) && !isOwn(wait);

/** Without what comes and goes with every deal. */
export const isDue = (wait: WaitTold): boolean =>
  (wait.stands !== "dealer" && wait.stands !== "device") || ageOf(wait) > ORDINARY;

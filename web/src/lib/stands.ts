/** Why a table stands still: the same two sentences at the table, in the lobby, on a sign and in the pit. */

import { floorNow, secondsUntil, ticking } from "./clock.svelte";
import { minutes } from "./times";
import type { Stands } from "./types";
import type { Key } from "./words/catalogue";
import { floorSays } from "./words/floor";
import { listed, say, sayIfKnown } from "./words/words.svelte";

export interface StandsTold {
  /** What the table waits for. */
  title: string;
  /** Who, since when and until when, as far as it is known. */
  more: string;
}

/** "0:48" */
function age(since: string): string {
  const seconds = Math.max(0, Math.floor((floorNow() - Date.parse(since)) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Read in a template it goes on by itself. `nameOf` is left out where a page does not know who sits where. */
export function standsTold(stands: Stands, poker: boolean, nameOf?: (place: number) => string | undefined): StandsTold {
  const more = sayIfKnown(`stands.${stands.why}.more`, "");
  switch (stands.why) {
    case "players-lost":
      return { title: waitsFor(stands.places ?? [], poker), more: `${lost(stands, nameOf)} ${resumes(stands)}` };
    case "incident":
      return ticking(() => ({
        title: say("stands.incident"),
        more: say("stands.incident.more", { rank: say(`role.${stands.rank ?? "pit-supervisor"}` as Key), ago: age(stands.since) }),
      }));
    case "dealer":
      return { title: say("stands.dealer", { time: minutes(stands.since) }), more };
    case "suspended": {
      const why = reason(stands);
      return { title: why ? say("stands.suspended.why", { why }) : say("stands.suspended"), more };
    }
    default:
      return { title: say(`stands.${stands.why}`), more };
  }
}

function waitsFor(places: readonly number[], poker: boolean): string {
  if (places.length === 0) return say("stands.players-lost.all");
  return say("stands.players-lost", { kind: poker ? "seat" : "box", count: places.length, places: listed(places) });
}

function lost(stands: Stands, nameOf?: (place: number) => string | undefined): string {
  const names = [...new Set((stands.places ?? []).map((place) => nameOf?.(place)).filter((name) => name !== undefined))];
  return names.length ? say("stands.lost", { names: listed(names) }) : say("stands.lost.unnamed");
}

function resumes({ until }: Stands): string {
  if (until === null) return say("stands.resumes.later");
  return say("stands.resumes", { seconds: secondsUntil(until) });
}

/** What staff wrote for everybody; an ending of their own is left out. */
function reason({ notice }: Stands): string {
  const why = notice?.values?.why;
  const text = typeof why === "string" ? why : why && !Array.isArray(why) && typeof why === "object" ? floorSays({ says: why }) : "";
  return text.replace(/[.!]$/, "");
}

/** Names of books, spots and places in drills. */

import { day } from "$lib/times";
import type { DrillBook, DrillTable } from "$lib/types";
import { say, sayIfKnown } from "$lib/words/words.svelte";

export function bookName(each: { book: string; named: string }, all: readonly DrillBook[] = []): string {
  const [game, version] = each.book.split("@");
  const named = sayIfKnown(`game.${game}`, each.named);
  const several = all.filter((other) => other.book.startsWith(`${game}@`)).length > 1 || game === "poker";
  return several ? say("training.version", { named: each.named, version: version ?? "" }) : named;
}

/** Bets have the names of the document; awards without chips of their own have ours. */
export const spotName = (of: { words: DrillTable["words"] } | null | undefined, spot: string): string =>
  sayIfKnown(`training.award.${spot}`, of?.words.spots?.[spot] ?? spot);

export const placeName = (place: number, player: string, poker: boolean): string =>
  player
    ? say(poker ? "training.seat.of" : "training.box.of", { number: place, player })
    : say(poker ? "training.seat" : "training.box", { number: place });

export const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export function duration(seconds: number): string {
  return seconds < 60
    ? say("training.time.seconds", { seconds })
    : say("training.time.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** A day without a time, which is the same day everywhere. */
export const dueDay = (due: string): string => day(`${due}T12:00:00`);

/** The desk's own words in the language of the page, and names of books, spots and kinds. */

import { whole } from "$lib/money";
import type { DrillBook, DrillStory, DrillTable } from "$lib/types";
import { say, sayIfKnown } from "$lib/words/words.svelte";

/** A phrase of the rulings desk; numbers in it are kept. What the catalogue does not have stays as the desk says it. */
export function desk(text: string): string {
  const numbers = text.match(/\d+/g) ?? [];
  const values = Object.fromEntries(numbers.map((number, at) => [`n${at + 1}`, number]));
  let at = 0;
  const key = text.replace(/\d+/g, () => `{n${(at += 1)}}`);
  return sayIfKnown(`desk.${text}`, sayIfKnown(`desk.${key}`, text, values));
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function bookName(each: { book: string; named: string }, all: readonly DrillBook[] = []): string {
  const [game, version] = each.book.split("@");
  const named = sayIfKnown(`game.${game}`, each.named);
  const several = all.filter((other) => other.book.startsWith(`${game}@`)).length > 1 || game === "poker";
  return several ? say("training.version", { named: each.named, version: version ?? "" }) : named;
}

/** Bets have the names of the document; awards without chips of their own have ours. */
export const spotName = (of: { words: DrillTable["words"] } | null | undefined, spot: string): string =>
  sayIfKnown(`training.award.${spot}`, of?.words.spots?.[spot] ?? spot);

/** The first sentence: what was found, and what is said of it. */
export function whatOf(told: DrillStory, table: DrillTable | null | undefined, poker: boolean): string {
  const facts = told.facts.map(desk);
  if (told.figure) facts.unshift(say("training.figure", { amount: whole(told.figure[0] ?? ""), spot: spotName(table, told.figure[1] ?? "") }));
  const found = desk(told.found);
  const text = facts.length ? say("training.found.facts", { found, facts: facts.join(", ") }) : found;
  const whose = told.place === null || told.player === null ? "" : placeName(told.place, told.player, poker);
  return `${capital(whose ? say("training.found.whose", { text, whose }) : text)}.`;
}

export function soOf(told: DrillStory): string {
  return `${capital([told.phase, ...told.circumstances].map(desk).join("; "))}.`;
}

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

/** Rulings in words: the floor says what was found, what is ruled and what follows; labels of answers are the page's. */

import { money, wire, cents } from "$lib/money";
import type { OptionTold, PreviewTold } from "$lib/types";
import { capital, floorSays, sentence, type Told } from "$lib/words/floor";
import { listed, say, sayIfKnown } from "$lib/words/words.svelte";

export type Ruled = Pick<OptionTold, "ruling" | "text" | "says" | "cites" | "follows" | "moves" | "meters">;

/** What was found, as a title: "The deck was not shuffled". */
export const titled = (told: Told): string => capital(floorSays(told));

/** "box 3", "boxes 1, 3 and 5", "seat 2". */
export const placesSaid = (places: readonly number[], poker: boolean): string =>
  say(poker ? "staff.seats" : "staff.boxes", { count: places.length, places: listed(places) });

/** The ruling in one sentence. */
export function headline(ruled: Ruled): string {
  const options = ruled.follows.find((each) => each.event === "options-given");
  const out = ruled.follows.find((each) => each.event === "box-taken-out");
  return sentence(options ?? out ?? ruled);
}

/** What comes of it, and what goes where. */
export function consequences(ruled: Ruled): string[] {
  const first = headline(ruled);
  const told = ruled.follows.map(sentence).filter((text) => text !== first);
  if (ruled.follows.length === 0) told.push(say(ruled.ruling === "none" ? "follows.nothing" : "follows.stays"));
  for (const [player, amount] of Object.entries(ruled.moves ?? {})) {
    const back = cents(amount) > 0;
    told.push(say(back ? "follows.to" : "follows.from", { amount: money(wire(Math.abs(cents(amount)))), player }));
  }
  for (const [link, amount] of Object.entries(ruled.meters ?? {})) {
    const out = cents(amount) < 0;
    told.push(say(out ? "follows.meter.out" : "follows.meter.in", { amount: money(wire(Math.abs(cents(amount)))), link }));
  }
  return told;
}

/** The words that the answer adds to the report. */
export function answerTitle(option: OptionTold, reported: string): string {
  const known = new Set(reported.split(" "));
  const given = option.do.split(" ").filter((word) => !known.has(word));
  if (given.length === 0) return sayIfKnown(`answer.plain.${option.do.split(" ")[1]}`, say("answer.plain"));
  return given.map((word) => answerWord(...(word.split("=") as [string, string?]))).join(" · ");
}

/** One thing that is said of a report: "On purpose", "Round void". */
export function answerWord(key: string, value?: string): string {
  if (value === undefined) return sayIfKnown(`answer.${key}`, key);
  return sayIfKnown(`answer.${key}.${value}`, value);
}

export const isRuled = (preview: PreviewTold): preview is PreviewTold & { ruling: string } => preview.ruling !== null;

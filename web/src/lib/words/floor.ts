/**
 * What the floor says, in the language of the page: made of its code and values. What has no code, or one that this
 * page is too old to know, stays as it was said and is marked as English.
 */

import { money } from "../money";
import type { Sentence } from "../types";
import { text, type Values } from "./message";
import { say, words } from "./words.svelte";

/** A refusal has a why, a notice a text. */
export interface Told {
  text?: string;
  why?: string;
  says?: Sentence | null;
}

type Part = NonNullable<Sentence["values"]>[string];

const AMOUNT = /^\d+\.\d\d$/;

/** Null where this page has no words for it. */
export function translated(told: Told): string | null {
  if (words.language === "en") return english(told);
  return told.says ? made(told.says) : null;
}

export const english = (told: Told): string => told.text ?? told.why ?? "";

/** Where nothing but plain text can stand. */
export const floorSays = (told: Told): string => translated(told) ?? say("english.says", { words: english(told) });

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As a sentence that stands by itself. */
export function sentence(told: Told): string {
  const said = capital(floorSays(told));
  return said.endsWith(".") ? said : `${said}.`;
}

/** Several, each with its English. */
export const sentences = (texts: readonly string[] = [], says: readonly Sentence[] = []): string[] =>
  texts.map((each, at) => sentence({ text: each, says: says[at] }));

function made(sentence: Sentence): string | null {
  const message = words.known(`floor.${sentence.code}`);
  if (message === undefined) return null;
  const values: Values = {};
  for (const [name, part] of Object.entries(sentence.values ?? {})) {
    const said = Array.isArray(part) ? listed(part) : single(part);
    if (said === null) return null;
    values[name] = said;
  }
  return text(message, values, words.language);
}

function single(part: Exclude<Part, unknown[]>): string | null {
  if (typeof part === "object") return made(part);
  return AMOUNT.test(String(part)) ? money(String(part)) : String(part);
}

function listed(parts: Exclude<Part, unknown[]>[]): string | null {
  const said = parts.map(single);
  return said.includes(null) ? null : said.join(", ");
}

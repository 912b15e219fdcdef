/**
 * What the floor says, in the language of the page: made of its code and values. What has no code, or one that this
 * page is too old to know, stays as it was said and is marked as English.
 */

import { cents, money, signed } from "../money";
import { withNames } from "../names.svelte";
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

const AMOUNT = /^[+-]?\d+\.\d\d$/;

/** A part of a sentence that the page says in its own way, such as whose box it is; null where it does not. */
export type Swap = (part: Sentence) => string | null;

/** Null where this page has no words for it. */
export function translated(told: Told, swap?: Swap): string | null {
  if (words.language === "en") return english(told);
  const said = told.says ? made(told.says, swap) : null;
  return said === null ? null : withNames(said);
}

export const english = (told: Told): string => withNames(told.text ?? told.why ?? "");

/** Where nothing but plain text can stand. */
export const floorSays = (told: Told, swap?: Swap): string => translated(told, swap) ?? say("english.says", { words: english(told) });

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As a sentence that stands by itself. */
export function sentence(told: Told): string {
  const said = capital(floorSays(told));
  return said.endsWith(".") ? said : `${said}.`;
}

/** Several, each with its English. */
export const listTold = (texts: readonly string[] = [], says: readonly Sentence[] = []): Told[] =>
  texts.map((each, at) => ({ text: each, says: says[at] }));

/** A part of a sentence. English inside another language is marked, so that a screen reader reads it as English. */
export interface TextPart {
  text: string;
  english: boolean;
}

const QUOTED = "\uFFFC";

const ENGLISH_PARTS = new Set(["rule", "own-words"]);

/** A sentence without its quotations from rulebooks and people, which are English. */
export function inParts(told: Told): TextPart[] {
  const quoted: string[] = [];
  const found = translated(told, ({ code, values }) => (ENGLISH_PARTS.has(code) ? (quoted.push(String(values?.text)), QUOTED) : null));
  if (found === null) return [{ text: english(told), english: true }];
  const own = found.split(QUOTED);
  return own.flatMap((text, at) => [
    { text, english: false },
    ...(at < quoted.length ? [{ text: quoted[at] as string, english: true }] : []),
  ]);
}

/** To the one whom it concerns: "You fold". Null where the page has no such form of it. */
export const toYou = (sentence: Sentence, swap?: Swap): string | null =>
  words.known(`you.${sentence.code}`) === undefined ? null : made(sentence, swap, true);

function made(sentence: Sentence, swap?: Swap, you = false): string | null {
  const swapped = swap?.(sentence) ?? null;
  if (swapped !== null) return swapped;
  const message = (you ? words.known(`you.${sentence.code}`) : undefined) ?? words.known(`floor.${sentence.code}`);
  if (message === undefined) return null;
  const values: Values = {};
  for (const [name, part] of Object.entries(sentence.values ?? {})) {
    const said = Array.isArray(part) ? listed(part, swap, you) : single(part, swap, you);
    if (said === null) return null;
    values[name] = said;
  }
  return text(message, values, words.language);
}

function single(part: Exclude<Part, unknown[]>, swap?: Swap, you = false): string | null {
  if (typeof part === "object") return made(part, swap, you);
  const plain = String(part);
  if (!AMOUNT.test(plain)) return plain;
  return /^\d/.test(plain) ? money(plain) : signed(cents(plain));
}

function listed(parts: Exclude<Part, unknown[]>[], swap?: Swap, you = false): string | null {
  const said = parts.map((each) => single(each, swap, you));
  return said.includes(null) ? null : said.join(", ");
}

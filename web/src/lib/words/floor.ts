/**
 * What the floor says in its own English, in the language of the page. Its sentences are the keys of a chapter, with
 * letters for what varies; what the chapter does not have stays as it was said, and is marked as English.
 */

import { money } from "../money";
import { text } from "./message";
import { words } from "./words.svelte";

interface Sentence {
  pattern: RegExp;
  letters: string[];
  message: string;
}

const CHAPTER = "floor.";
const AMOUNT = /^\d+\.\d\d$/;
const known = new Map<string, Sentence[]>();

function sentences(): Sentence[] {
  let found = known.get(words.language);
  if (!found) {
    found = words
      .chapter(CHAPTER)
      .map(([key, message]) => reading(key.slice(CHAPTER.length), message))
      .sort((one, other) => other.pattern.source.length - one.pattern.source.length); // the most exact first
    known.set(words.language, found);
  }
  return found;
}

function reading(english: string, message: string): Sentence {
  const letters = [...english.matchAll(/\{(\w)\}/g)].map((each) => each[1] ?? "");
  const parts = english.split(/\{\w\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+?)")}$`), letters, message };
}

/** The sentence in the language of the page, or null. */
export function translated(english: string): string | null {
  if (words.language === "en") return english;
  for (const { pattern, letters, message } of sentences()) {
    const found = pattern.exec(english);
    if (!found) continue;
    const values = letters.map((letter, at) => [letter, value(found[at + 1] ?? "")] as const);
    return text(message, Object.fromEntries(values), words.language);
  }
  return null;
}

const value = (said: string): string => (AMOUNT.test(said) ? money(said) : (translated(said) ?? said));

export const floorSays = (english: string): string => translated(english) ?? english;

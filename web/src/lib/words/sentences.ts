/** Sentences of the floor, read by the keys of their chapter. Only pages that are not English load this. */

import { money } from "../money";
import { text, type Values } from "./message";

interface Sentence {
  pattern: RegExp;
  letters: string[];
  message: string;
}

export type Translator = (english: string) => string | null;

const CHAPTER = "floor.";
const AMOUNT = /^\d+\.\d\d$/;

function reading(english: string, message: string): Sentence {
  const letters = [...english.matchAll(/\{(\w)\}/g)].map((each) => each[1] ?? "");
  const parts = english.split(/\{\w\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+?)")}$`), letters, message };
}

export function translator(messages: Record<string, string>, language: string): Translator {
  const sentences = Object.entries(messages)
    .filter(([key]) => key.startsWith(CHAPTER))
    .map(([key, message]) => reading(key.slice(CHAPTER.length), message))
    .sort((one, other) => other.pattern.source.length - one.pattern.source.length); // the most exact first

  const value = (said: string): string => (AMOUNT.test(said) ? money(said) : (translated(said) ?? said));

  function translated(english: string): string | null {
    for (const { pattern, letters, message } of sentences) {
      const found = pattern.exec(english);
      if (!found) continue;
      const values: Values = {};
      letters.forEach((letter, at) => (values[letter] = value(found[at + 1] ?? "")));
      return text(message, values, language);
    }
    return null;
  }
  return translated;
}

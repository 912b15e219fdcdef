/** What the pages say. One catalogue in chapters: each page loads those that it needs, in the language that is set. */

import { settings } from "../settings.svelte";
import type { Key } from "./catalogue";
import type { Language } from "./languages";
import { pieces, text, type Piece, type Values } from "./message";

export type Chapter = "room" | "table" | "house" | "poker" | "regular" | "dealer" | "chips" | "pit" | "staff" | "sign" | "history" | "figures" | "verify" | "training" | "waiting" | "account" | "search" | "inspect" | "floor";

type Messages = Record<string, string>;
const files = import.meta.glob<{ default: Messages }>("./*/*.ts");

class Words {
  private messages = $state.raw<Messages>({});
  private chapters = new Set<Chapter>();
  private shown = $state<Language>("en");

  /** The language of what is shown, once its chapters are here. */
  get language(): Language {
    return this.shown;
  }

  async need(...chapters: Chapter[]): Promise<void> {
    const missing = chapters.filter((chapter) => !this.chapters.has(chapter));
    if (missing.length === 0) return;
    const found = await load(missing, this.shown);
    for (const chapter of missing) this.chapters.add(chapter);
    this.messages = { ...this.messages, ...found };
  }

  async speak(language: Language): Promise<void> {
    if (language === this.shown) return;
    const found = await load([...this.chapters, ...spoken(language)], language);
    this.messages = found;
    this.shown = language;
    document.documentElement.lang = language;
  }

  known(key: string): string | undefined {
    return this.messages[key];
  }

  find(key: string): string {
    const message = this.messages[key];
    if (message === undefined) throw new Error(`${key} is in no chapter that this page has loaded`);
    return message;
  }
}

/** The floor speaks English: what it says is a chapter of every other language. */
const spoken = (language: Language): Chapter[] => (language === "en" ? [] : ["floor"]);

async function load(chapters: Chapter[], language: Language): Promise<Messages> {
  const loaded = await Promise.all(
    chapters.map(async (chapter) => {
      const file = files[`./${language}/${chapter}.ts`];
      if (!file) throw new Error(`the catalogue has no chapter ${chapter} in ${language}`);
      return (await file()).default;
    }),
  );
  return Object.assign({}, ...loaded) as Messages;
}

export const words = new Words();

/** A sentence of the catalogue. Numbers are written as the language writes them; money comes as text (`money.ts`). */
export function say(key: Key, values: Values = {}): string {
  return text(words.find(key), values, words.language);
}

/** The same in pieces, where some of it stands out (`Words.svelte` draws them). */
export function said(key: Key, values: Values = {}): Piece[] {
  return pieces(words.find(key), values, words.language);
}

/** A sentence whose key is made of what the floor said, or what the floor said where there is none. */
export function sayIfKnown(key: string, otherwise: string, values: Values = {}): string {
  try {
    return text(words.find(key), values, words.language);
  } catch {
    return otherwise;
  }
}

/** "Mei and Ben", as the language lists. */
export function listed(names: readonly (string | number)[], type: "conjunction" | "disjunction" = "conjunction"): string {
  const locale = words.language === "en" ? "en-GB" : words.language;
  return new Intl.ListFormat(locale, { type }).format(names.map(String));
}

export function startLanguage(): Promise<void> {
  return words.speak(settings.language);
}

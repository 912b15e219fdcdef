/** Paragraphs and rulings by their numbers, and the drawer that shows them. */

import { getContext, setContext } from "svelte";
import { floor } from "../floor.svelte";

export interface Paragraph {
  paragraph: string;
  summary: string;
}

export interface Book {
  book: string;
  named: string;
  effective: string;
  chapters: { chapter: string; title: string }[];
  paragraphs: Paragraph[];
}

export interface Ruling {
  ruling: string;
  title?: string;
  text: string;
}

/** What the drawer shows: a paragraph of a book, a ruling, or (without a citation) the whole book. */
export interface Shown {
  cite: string;
  book: string;
  /** What it meant in this round, in words with figures. */
  here?: string[];
}

export const isRuling = (cite: string): boolean => cite.startsWith("R-");

class Rules {
  /** The last one is shown; those before it are what "back" leads to. */
  private shown = $state.raw<readonly Shown[]>([]);
  /** A page that docks the rules in its own panel; otherwise they open in a dialogue. */
  docked = $state(false);
  private books = new Map<string, Promise<Book>>();
  private rulings: Promise<Ruling[]> | null = null;

  get current(): Shown | undefined {
    return this.shown[this.shown.length - 1];
  }

  get canGoBack(): boolean {
    return this.shown.length > 1;
  }

  open(shown: Shown): void {
    this.shown = [...this.shown, shown];
  }

  back(): void {
    this.shown = this.shown.slice(0, -1);
  }

  close(): void {
    this.shown = [];
  }

  book(name: string): Promise<Book> {
    return kept(this.books, name, () => floor.get<Book>(`/v1/rulebooks/${encodeURIComponent(name)}`));
  }

  async ruling(number: string): Promise<Ruling | undefined> {
    this.rulings ??= floor
      .get<{ items: Ruling[] }>("/v1/rulings")
      .then((told) => told.items)
      .catch((error: unknown) => {
        this.rulings = null;
        throw error;
      });
    return (await this.rulings).find((each) => each.ruling === number);
  }

  async paragraph(book: string, number: string): Promise<Paragraph | undefined> {
    const found = await this.book(book);
    const plain = number.replace(/\(\w+\)$/, "");
    return (
      found.paragraphs.find((each) => each.paragraph === number) ??
      found.paragraphs.find((each) => each.paragraph === plain)
    );
  }
}

/** What failed is asked again the next time. */
function kept<T>(cache: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const asked = ask();
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}

export const rules = new Rules();

const BOOK = Symbol("book");

/** From here down tags belong to this rulebook. */
export function setBook(book: () => string): void {
  setContext(BOOK, book);
}

export function bookHere(): () => string {
  return getContext<(() => string) | undefined>(BOOK) ?? (() => "");
}

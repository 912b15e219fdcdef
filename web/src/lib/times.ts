/** Times and dates as the language writes them. */

import { words } from "./words/words.svelte";

const written = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${words.language} ${key}`;
  let found = written.get(name);
  if (!found) written.set(name, (found = new Intl.DateTimeFormat(words.language === "en" ? "en-GB" : words.language, options)));
  return found;
}

const date = (time: string | number): Date => new Date(time);

/** "21:42:00" */
export const clockTime = (time: string | number): string =>
  format("seconds", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false }).format(date(time));

/** "21:42" */
export const minutes = (time: string | number): string =>
  format("minutes", { hour: "2-digit", minute: "2-digit", hour12: false }).format(date(time));

/** "16 Nov 2026, 21:42" */
export const dateTime = (time: string | number): string =>
  format("date", { dateStyle: "medium", timeStyle: "short" }).format(date(time));

/** "17 March 2020" */
export const day = (time: string | number): string => format("day", { dateStyle: "long" }).format(date(time));

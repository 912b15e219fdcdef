/** Money is whole cents here and decimal text on the wire; it is written as the language and the house write it. */

import { floor } from "./floor.svelte";
import { say, words } from "./words/words.svelte";
import { cents } from "./cents";

export { cents };

const MINUS = "−";
const written = new Map<string, Intl.NumberFormat>();

/** As the floor reads it: `1250` is `"12.50"`. */
export function wire(amount: number): string {
  const whole = Math.abs(amount);
  return `${amount < 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${words.language} ${key}`;
  let found = written.get(name);
  if (!found) written.set(name, (found = new Intl.NumberFormat(words.language, options)));
  return found;
}

const given = (amount: number | string): number => (typeof amount === "string" ? cents(amount) : amount);

/** With two decimals: balances, payments and bars. */
export function money(amount: number | string): string {
  const value = given(amount);
  const two = format("money", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (value < 0 ? MINUS : "") + two.format(Math.abs(value) / 100);
}

/** With its sign: what somebody has won or lost. */
export function signed(amount: number | string): string {
  const value = given(amount);
  return (value > 0 ? "+" : "") + money(value);
}

/** Whole units where there are no cents: chips and spots. */
export function whole(amount: number | string): string {
  const value = given(amount);
  if (value % 100 !== 0) return money(value);
  return (value < 0 ? MINUS : "") + format("whole", { maximumFractionDigits: 0 }).format(Math.abs(value) / 100);
}

/** As a screen reader says it: with the currency's name, or as play chips in a demo, where nothing is money. */
export function spoken(amount: number | string): string {
  const value = given(amount);
  if (floor.demo) return say("money.chips", { amount: whole(value) });
  const currency = floor.currency;
  const digits = value % 100 === 0 ? 0 : 2;
  return format(`spoken ${currency} ${digits}`, {
    style: "currency",
    currency,
    currencyDisplay: "name",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value / 100);
}

/** "10 – 1,000" */
export function range(least: number | string, most: number | string): string {
  return `${whole(least)} – ${whole(most)}`;
}

/** What somebody typed, in cents; NaN where it is no amount. Both ways of writing decimals are understood. */
export function typed(text: string): number {
  const plain = text.trim().replace(/[\s'’]/g, "");
  const found = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!found) return Number.NaN;
  return Number((found[1] ?? "").replace(/[.,]/g, "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

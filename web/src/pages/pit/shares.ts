/** Shares of a link: a fraction such as "0.60" on the wire, per cent for people. */

import { words } from "$lib/words/words.svelte";

/** "60 %", "62,5 %" */
export const percent = (fraction: string): string =>
  new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: 10 }).format(Number(fraction));

/** "0.625" is "62.5", moved digit by digit: no float comes between. */
export function toPercent(fraction: string): string {
  const [whole = "0", rest = ""] = fraction.split(".");
  const digits = rest.padEnd(2, "0");
  const moved = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, "");
  const left = digits.slice(2).replace(/0+$/, "");
  return left ? `${moved}.${left}` : moved;
}

/** "62,5 %" is "0.625"; what is no number goes to the floor as it is, which says why. */
export function fromPercent(typed: string): string {
  const found = /^(\d{1,3})(?:[.,](\d{1,10}))?\s*%?$/.exec(typed.trim());
  if (!found) return typed.trim();
  const whole = (found[1] ?? "").padStart(3, "0");
  return `${whole.slice(0, 1)}.${whole.slice(1)}${found[2] ?? ""}`;
}

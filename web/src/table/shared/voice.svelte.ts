/** The table's voice: what was said and done, as the views told it, oldest first. */

import { announcer } from "$lib/announcer.svelte";
import { cardsOf } from "$lib/kit/cards";
import type { Sentence } from "$lib/types";
import { cardName } from "$lib/words/cards";
import { capital, floorSays, toYou, type Swap, type Told } from "$lib/words/floor";
import { handSaid } from "./hands";

export interface VoiceLine {
  id: string;
  /** The version that it came with: what is recalled later stands before what was heard meanwhile. */
  at: number;
  text: string;
  /** Cards that are drawn where the text has `CARDS`, or after it, as the floor writes them. */
  cards?: string;
  cites: readonly string[];
  /** The dealer's own words. */
  call?: boolean;
  /** A gap in what this page has heard. */
  gap?: boolean;
  /** Not read out: something else says it. */
  silent?: boolean;
}

const KEPT = 200;

/** Stands in a text for cards that are drawn. */
const CARDS = "\uFFFC";

/** The text before the cards of a line, and the text after them. */
export function aroundCards({ text }: Pick<VoiceLine, "text">): [string, string] {
  const [before = "", after] = text.split(CARDS);
  return after === undefined ? [`${before} `, ""] : [before, after];
}

/** A decision that rules has a line of its own: what was found, and what is ruled. */
export const saidElsewhere = ({ event, values }: { event: string; values?: Record<string, unknown> }): boolean =>
  event === "incident-decided" && Boolean(values?.ruling);

/** A sentence of the floor's, with its cards to be drawn; in the "you" form to the one whom it concerns. */
export function heard(told: Told, mine: boolean, swap?: Swap): { text: string; cards?: string } {
  const cards = told.says ? cardsIn(told.says) : "";
  const inPlace: Swap = (part) => (part.code === "cards" ? CARDS : (handSaid(part) ?? swap?.(part) ?? null));
  const yours = mine && told.says ? toYou(told.says, inPlace) : null;
  const english = told.text && cards ? told.text.replace(cards, CARDS) : told.text;
  const text = capital(yours ?? floorSays({ ...told, text: english }, inPlace));
  return text.includes(CARDS) ? { text, cards } : { text };
}

function cardsIn({ code, values = {} }: Sentence): string {
  if (code === "cards") return String(values.cards);
  const parts = Object.values(values).flat().filter((part) => typeof part === "object");
  return parts.map(cardsIn).find(Boolean) ?? "";
}

/** Cards are heard by their names. */
function spoken(line: VoiceLine): string {
  const [before, after] = aroundCards(line);
  return `${before}${cardsOf(line.cards).map((code) => cardName(code)).join(", ")}${after}`.trim();
}

export class Voice {
  lines = $state.raw<readonly VoiceLine[]>([]);
  private known = new Set<string>();

  /** What is known already is not said again, however often a view repeats it. */
  hear(lines: readonly VoiceLine[]): void {
    const fresh: VoiceLine[] = [];
    for (const line of lines) {
      if (this.known.has(line.id)) continue;
      this.known.add(line.id);
      fresh.push(line);
      if (!line.silent) announcer.tell(`${spoken(line)}.`);
    }
    if (fresh.length === 0) return;
    this.lines = [...this.lines, ...fresh].sort((one, other) => one.at - other.at).slice(-KEPT);
  }
}

/** The table's voice: what was said and done, as the views told it, oldest first. */

import { announcer } from "$lib/announcer.svelte";
import { cardsOf } from "$lib/kit/cards";
import { cardName } from "$lib/words/cards";

export interface VoiceLine {
  id: string;
  /** The version that it came with: what is recalled later stands before what was heard meanwhile. */
  at: number;
  text: string;
  /** Cards that stand after the text, as the floor writes them. */
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

/** Cards are heard by their names. */
const spoken = (line: VoiceLine): string => cardsOf(line.cards).map((code) => cardName(code)).join(", ");

export class Voice {
  lines = $state.raw<readonly VoiceLine[]>([]);
  private known = new Set<string>();

  /** What is known already is not said again, however often a view repeats it. */
  hear(lines: readonly VoiceLine[]): void {
    const fresh = lines.filter((line) => !this.known.has(line.id));
    if (fresh.length === 0) return;
    for (const line of fresh) {
      this.known.add(line.id);
      if (!line.silent) announcer.tell(`${[line.text, spoken(line)].filter(Boolean).join(" ")}.`);
    }
    this.lines = [...this.lines, ...fresh].sort((one, other) => one.at - other.at).slice(-KEPT);
  }
}

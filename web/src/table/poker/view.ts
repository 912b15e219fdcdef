/** What a poker table's view tells beyond the contract's first keys. Keys that may be missing are optional. */

import type { PokerRound, SignView } from "$lib/views";

export type { Makes, Option, Pot as PotView, PokerPlayer as HandView, PokerRound, Step } from "$lib/views";
export type { SeatTold as SeatView } from "$lib/types";

/** `of` a step with which your last chips of the round have landed. */
export const RESULT = "result";

/** A round that is shown step by step: whose open hands have lost, and who has given theirs up unseen. */
export type Shown = PokerRound & { lost?: number[]; mucked?: number[] };

export type PokerSign = SignView & {
  seats: number;
  blinds: [string, string];
  stake: [string, string];
  chip: string;
  rake: { percent: string; cap: string | null };
  /** The paragraphs of what is displayed: `button`, `betting-round`, `showdown`, `all-in`, `side-pot`, `missed-blind`, `shows`. */
  displays?: Record<string, string[]>;
};

/** What a poker table's view tells beyond the contract's first keys. Keys that may be missing are optional. */

import type { SignView } from "$lib/views";

export type { Makes, Option, Pot as PotView, PokerPlayer as HandView, PokerRound, Step } from "$lib/views";
export type { SeatTold as SeatView } from "$lib/types";

export type PokerSign = SignView & {
  seats: number;
  blinds: [string, string];
  stake: [string, string];
  chip: string;
  rake: { percent: string; cap: string | null };
  /** The paragraphs of what is displayed: `button`, `betting-round`, `showdown`, `all-in`, `side-pot`, `missed-blind`, `shows`. */
  displays?: Record<string, string[]>;
};

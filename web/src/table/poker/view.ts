/** A poker table as its view tells it (FLOOR-API 8 and what the pages added). Keys that may be missing are optional. */

export type Money = string;

export interface Makes {
  hand: string;
  ranks: string[];
  cards: string;
  text: string;
}

export interface Step {
  step: string;
  amount: Money;
  percent?: string;
  cap?: Money | null;
  ways?: number;
  seats?: number[];
  [more: string]: unknown;
}

export interface SeatView {
  player: string;
  stack: Money;
  away: boolean;
  waits: boolean;
  missed: string[];
  leaving?: boolean;
  connected: boolean;
}

export interface HandView {
  player: string;
  hand: string;
  looked: boolean;
  folded: boolean;
  all_in: boolean;
  bet: Money;
  put: Money;
  makes?: Makes | null;
}

export interface PotView {
  amount: Money;
  eligible: number[];
  rake?: Money;
  won?: Record<string, Money>;
  cites?: string[];
  arithmetic?: Step[];
}

export interface Waiting {
  for: string;
  seat?: number;
  may?: string[];
  call?: Money;
  bet?: Money;
  "raise-to"?: Money;
  rank?: string;
  incident?: number;
}

export interface RuledView {
  incident: string;
  ruling: string;
  cites: string[];
  box?: number;
  by?: string;
  reason?: string;
}

export interface PokerRound {
  number: number;
  status: "open" | "settled" | "void";
  void_cites?: string[];
  button: number;
  small_blind?: number | null;
  big_blind?: number;
  posts: Record<string, Money>;
  betting_round: number;
  turn: number | null;
  price?: Money;
  marker?: "betting-round" | "showdown";
  board: string;
  burnt: number;
  discarded?: string;
  /** In the order of the deal: from the left of the button. */
  players: Record<string, HandView>;
  pots: PotView[];
  uncalled: Record<string, Money>;
  shown: number[];
  hands: Record<string, string>;
  stacks: Record<string, Money>;
  waiting: Waiting[];
  incidents: RuledView[];
}

export interface PokerSign {
  seats: number;
  blinds: [Money, Money];
  stake: [Money, Money];
  chip: Money;
  rake: { percent: string; cap: Money | null };
  run_by?: string;
}

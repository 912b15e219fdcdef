/**
 * Views as the pages read them. The floor's messages are in `types.ts`, which is generated; a round is an open object
 * there, because each game has its own. Keys that are not always there are optional here: what the view does not say is
 * left out, not worked out.
 */

import type { May, SignTold, TableLine, TableTold, ThenTold } from "./types";

export type Cites = string[];

/** One step of the arithmetic of a payment. */
export interface Step {
  step: string;
  amount: string;
  hand?: string;
  odds?: string;
  on?: string;
  share?: string;
  percent?: string;
  cap?: string;
  ways?: number;
}

/** What a hand is, and which of its cards make it. */
export interface Makes {
  hand: string;
  ranks: string[];
  cards: string;
  text: string;
}

export interface Bet {
  staked: string;
  returned?: string;
  paid?: string;
  result?: string;
  cites?: Cites;
  arithmetic?: Step[];
}

export interface Award {
  award: string;
  paid: string;
  cites: Cites;
  arithmetic?: Step[];
}

export interface Box {
  player: string;
  hand?: string;
  looked: boolean;
  standing: "in-play" | "folded" | "returned" | (string & {});
  decisions: string[];
  bets: Record<string, Bet>;
  awards?: Award[];
  net?: string;
  makes?: Makes;
}

export interface WaitingFor {
  for: string;
  box?: number;
  seat?: number;
  due?: number;
  of?: string;
  award?: string;
  incident?: number;
  rank?: string;
  may?: string[];
  call?: string;
  bet?: string;
  "raise-to"?: string;
  options?: string[];
}

export interface IncidentLine {
  do?: string;
  ruling?: string;
  text?: string;
  cites: Cites;
  by?: string;
  rank?: string;
  reason?: string;
}

export interface HouseRound {
  number: number;
  status: "open" | "settled" | "void";
  phase: "betting" | "dealing" | "deciding" | "settling" | "awarding" | "settled" | "void";
  boxes: Record<string, Box>;
  dealer?: { hand?: string; up?: string; qualifies?: boolean; makes?: Makes };
  board?: string;
  burnt: number;
  jackpot?: { link: string; before: string; after?: string };
  waiting: WaitingFor[];
  incidents: IncidentLine[];
  due?: Record<string, { bets: Record<string, Bet>; awards: Award[]; net: string }>;
}

export interface PokerPlayer {
  player: string;
  hand: string;
  looked: boolean;
  folded: boolean;
  all_in: boolean;
  bet: string;
  put: string;
  makes?: Makes;
}

export interface Pot {
  amount: string;
  eligible: number[];
  rake?: string;
  won?: Record<string, string>;
  cites?: Cites;
  arithmetic?: Step[];
}

export interface PokerRound {
  number: number;
  status: "open" | "settled" | "void";
  button: number;
  posts: Record<string, string>;
  betting_round: number;
  turn: number | null;
  board: string;
  burnt: number;
  players: Record<string, PokerPlayer>;
  pots: Pot[];
  uncalled: Record<string, string>;
  shown: number[];
  hands: Record<string, string>;
  stacks: Record<string, string>;
  waiting: WaitingFor[];
  incidents: IncidentLine[];
  marker?: "betting-round" | "showdown";
}

/** What followed an act by rule. */
export type Then = ThenTold;

/** One thing that the viewer may do now. */
export type Option = May;
export type TableView = TableTold;
export type SignView = SignTold;
export type LobbyTable = TableLine;

/** The game of a rulebook: `"poker@6"` is `"poker"`. */
export const gameOf = (rulebook: string): string => rulebook.split("@")[0] ?? rulebook;
export const isPoker = (view: { rulebook: string }): boolean => gameOf(view.rulebook) === "poker";
export const houseRound = (view: TableTold): HouseRound | null => view.round as HouseRound | null;
export const pokerRound = (view: TableTold): PokerRound | null => view.round as PokerRound | null;

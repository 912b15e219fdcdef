/** A house-banked table as its view tells it (FLOOR-API 8 and what the pages added). Keys that may be missing are optional. */

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
  hand?: string;
  odds?: string;
  on?: Money;
  share?: string;
  percent?: string;
  cap?: Money | null;
  ways?: number;
}

export type Result = "win" | "lose" | "push" | "returned" | "void" | string;

export interface Bet {
  staked: Money;
  returned?: Money;
  paid?: Money;
  result?: Result;
  cites?: string[];
  arithmetic?: Step[];
}

export interface Award {
  award: string;
  from?: number | string;
  paid: Money;
  cites: string[];
  arithmetic?: Step[];
}

export interface Box {
  player: string;
  hand?: string;
  looked: boolean;
  standing: "in-play" | "folded" | "returned";
  decisions: string[];
  bets: Record<string, Bet>;
  awards?: Award[];
  net?: Money;
  makes?: Makes;
}

export interface Waiting {
  box?: number;
  for: string;
  award?: string;
  incident?: number;
  rank?: string;
  due?: number;
}

export interface Ruled {
  incident: string;
  ruling: string;
  cites: string[];
  box?: number;
  by?: string;
  rank?: string;
  reason?: string;
}

export type Phase = "betting" | "dealing" | "deciding" | "settling" | "awarding" | "settled" | "void";

export interface HouseRound {
  number: number;
  status: string;
  phase: Phase;
  boxes: Record<string, Box>;
  dealer: { hand?: string; up?: string; qualifies?: boolean; makes?: Makes };
  board?: string;
  burnt: number;
  jackpot?: { link: string; before: Money; after?: Money };
  waiting: Waiting[];
  incidents: Ruled[];
  void_cites?: string[];
}

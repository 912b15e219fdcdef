/** Views as the pages read them: the floor's messages are in `types.ts`, which is generated; here are the names that pages use. */

import type { HouseRound, May, PokerRound, SignTold, TableLine, TableTold, ThenTold } from "./types";

export type {
  BetTold as Bet,
  BoxAward as Award,
  BoxTold as Box,
  HouseRound,
  Made as Makes,
  PokerHand as PokerPlayer,
  PokerRound,
  PotTold as Pot,
  RuledTold as IncidentLine,
  SumStep as Step,
  WaitsFor as WaitingFor,
} from "./types";

export type Cites = string[];

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

/** Sitting down, bringing chips and leaving hold whenever they arrive: they answer nothing that the table asks. */
const STANDING: readonly string[] = ["seat", "chips", "leave"];
export const momentFor = (option: May, view: TableTold): string | undefined => (STANDING.includes(option.kind) ? undefined : view.moment);

/** Who sits at a box or on a seat. */
export function holder(view: TableTold | null, place: number): string | undefined {
  const seated = view?.seats?.[String(place)]?.player;
  return seated ?? Object.entries(view?.players ?? {}).find(([, at]) => at.places.includes(place))?.[0];
}

/** What people call a table: its title without the word that pages put before it. */
export const tableName = ({ name, title }: { name: string; title?: string }): string => (title ?? name).replace(/^Table /, "");

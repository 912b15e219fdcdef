/** Which tables are shown in which order, and where somebody is seated who only says "seat me". */

import { cents } from "./money";
import type { AtTable, May } from "./types";
import type { LobbyTable } from "./views";

const GAMES = ["three-card-poker", "casino-stud", "progressive-holdem", "poker"];

const place = (game: string): number => (GAMES.indexOf(game) + GAMES.length + 1) % (GAMES.length + 1);

/** The least that a first bet may be; what a table without limits asks for is its blind. */
export const least = (table: LobbyTable): number => cents(table.limits?.ante?.[0] ?? table.blinds?.[0] ?? "0");

export const isOpen = (table: LobbyTable): boolean => table.state === "open" || table.state === "suspended";
export const free = (table: LobbyTable): number => Math.max(0, table.places - table.taken.length);

/** By game, those that run by themselves first, then by limits. */
export function sorted(tables: readonly LobbyTable[]): LobbyTable[] {
  return [...tables].sort(
    (a, b) =>
      Number(!isOpen(a)) - Number(!isOpen(b)) ||
      Number(a.run_by === "dealer") - Number(b.run_by === "dealer") ||
      place(a.game) - place(b.game) ||
      least(a) - least(b) ||
      a.name.localeCompare(b.name),
  );
}

/** Those that there are, as the filters name them. */
export function games(tables: readonly LobbyTable[]): string[] {
  return [...new Set(tables.map((table) => table.game))].sort((a, b) => place(a) - place(b));
}

/** The lowest Ante with a free box, at a table that runs by itself; among equal ones where somebody plays. */
export function bestTable(tables: readonly LobbyTable[]): LobbyTable | undefined {
  const offered = tables.filter((table) => table.state === "open" && free(table) > 0 && table.limits?.ante);
  const running = offered.filter((table) => table.run_by === "system");
  return [...(running.length ? running : offered)].sort(
    (a, b) => least(a) - least(b) || place(a.game) - place(b.game) || b.players - a.players,
  )[0];
}

/** Another table of the same game with a free place: one that runs by itself, with limits as near as there are. */
export function nearest(tables: readonly LobbyTable[], name: string): LobbyTable | undefined {
  const here = tables.find((table) => table.name === name);
  if (!here) return undefined;
  const away = (table: LobbyTable) => Math.abs(least(table) - least(here));
  return tables
    .filter((table) => table.name !== name && table.game === here.game && table.state === "open" && free(table) > (table.waiting ?? 0))
    .sort((a, b) => Number(a.run_by === "dealer") - Number(b.run_by === "dealer") || away(a) - away(b) || b.players - a.players)[0];
}

export function liveliest(tables: readonly LobbyTable[]): LobbyTable | undefined {
  return tables.filter((table) => isOpen(table)).sort((a, b) => b.players - a.players || place(a.game) - place(b.game))[0];
}

/** Of the places that are offered, the one nearest to the middle of the table. */
export function middleSeat(may: readonly May[] | undefined, places: number): May | undefined {
  const seats = (may ?? []).filter((option) => option.kind === "seat" && option.place !== undefined);
  const away = (option: May) => Math.abs((option.place ?? 0) - (places + 1) / 2);
  return seats.sort((a, b) => away(a) - away(b))[0];
}

export const sitsAt = (tables: readonly AtTable[] | undefined, name: string): AtTable | undefined =>
  tables?.find((each) => each.table === name && each.places.length > 0);

/** Somebody without a place at a table: do they wait for one, or can they just take it? */

import { floor } from "$lib/floor.svelte";
import { router } from "$lib/router.svelte";
import { isPoker, type SignView, type TableView } from "$lib/views";

export const placesOf = (sign: SignView | null): number => sign?.boxes || sign?.seats || 0;

/** Cents that somebody wants to sit down with as soon as there is a place: `?sit=20000` in the address. */
export const wish = (): number => Number(router.query.get("sit"));

/** Whether the rail shows the list, or what keeps somebody from sitting down. */
export function queues(view: TableView | null, sign: SignView | null): boolean {
  const you = view?.you;
  if (!view || !you || floor.role !== "player" || you.places.length > 0 || view.state !== "open") return false;
  if (you.waits !== null || wish() || router.query.has("wait")) return true;
  return isPoker(view) ? isFull(view, sign) : !you.may.some((option) => option.kind === "seat");
}

export function isFull(view: TableView, sign: SignView | null): boolean {
  const taken = view.seats ? Object.keys(view.seats).length : Object.values(view.players ?? {}).flatMap((each) => each.places).length;
  return taken >= placesOf(sign);
}

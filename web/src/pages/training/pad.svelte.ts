/** What is entered for each spot of a layout: take, push or pay, and an amount as it is typed. */

import { cents, typed, wire } from "$lib/money";
import type { SpotAsked } from "$lib/types";

export type Do = "take" | "push" | "pay";

export interface Entered {
  do: Do;
  text: string;
  /** Chosen or typed by somebody, and not only offered. */
  typed: boolean;
}

const LONGEST = 11;

export class Pad {
  entered = $state<Record<string, Entered>>({});
  at = $state(0);

  constructor(readonly spots: readonly SpotAsked[]) {}

  get spot(): SpotAsked | undefined {
    return this.spots[this.at];
  }

  get now(): Entered | undefined {
    return this.spot ? this.entered[this.spot.spot] : undefined;
  }

  /** Spots without a whole entry. */
  get left(): number {
    return this.spots.filter((spot) => !this.isWhole(spot)).length;
  }

  isWhole(spot: SpotAsked): boolean {
    const entry = this.entered[spot.spot];
    if (!entry) return false;
    return entry.do === "push" || typed(entry.text) > 0;
  }

  choose(act: Do): void {
    const spot = this.spot;
    if (!spot) return;
    const lies = spot.lies === null ? "" : shown(spot.lies);
    this.set(spot, { do: act, text: act === "take" ? lies : "", typed: false });
  }

  digit(character: string): void {
    const spot = this.spot;
    if (!spot) return;
    const entry = this.now ?? { do: spot.what === "rake" ? "take" : "pay", text: "", typed: false };
    if (entry.do === "push") return;
    const before = entry.typed ? entry.text : "";
    const text = before + character;
    if (!/^\d*\.?\d{0,2}$/.test(text) || text.length > LONGEST) return;
    this.set(spot, { do: entry.do as Do, text, typed: true });
  }

  back(): void {
    const spot = this.spot;
    const entry = this.now;
    if (!spot || !entry) return;
    if (entry.text === "") {
      const { [spot.spot]: _gone, ...rest } = this.entered;
      this.entered = rest;
    } else this.set(spot, { ...entry, text: entry.text.slice(0, -1), typed: true });
  }

  /** To the next spot without an entry, or simply the next one. */
  next(): void {
    const order = [...this.spots.keys()].map((step) => (this.at + 1 + step) % this.spots.length);
    this.at = order.find((place) => !this.isWhole(this.spots[place] as SpotAsked)) ?? (this.at + 1) % this.spots.length;
  }

  private set(spot: SpotAsked, entry: Entered): void {
    this.entered = { ...this.entered, [spot.spot]: entry };
  }

  /** As the floor reads it. */
  get sent(): Record<string, { do: Do; amount?: string }> {
    return Object.fromEntries(
      Object.entries(this.entered).map(([spot, entry]) => [
        spot,
        entry.do === "push" ? { do: entry.do } : { do: entry.do, amount: wire(typed(entry.text)) },
      ]),
    );
  }
}

/** `"50.00"` as somebody would type it. */
const shown = (amount: string): string => (cents(amount) % 100 === 0 ? String(cents(amount) / 100) : amount);

/** The chips on the layout while bets are open, as the dealer taps them in: each box is sent when the next is touched. */

import { floor } from "$lib/floor.svelte";
import { cents } from "$lib/money";
import { houseRound, type SignView, type TableView } from "$lib/views";
import type { TableWatch } from "$lib/watches.svelte";
import { spotKey, type Amounts } from "../../table/house/betting";
import { Bets, type BetsNow } from "../../table/house/bets.svelte";
import { offered } from "../../table/house/model";

/** How long a box waits for its next chip. */
const REST = 2_000;
export const CHIPS = [5, 25, 100, 500, 1_000] as const;

interface Before {
  player: string;
  /** Cents by spot. */
  bets: Record<string, number>;
}

export class Layout {
  chip = $state<number>(25);
  touched = $state.raw<{ place: number; spot: string } | null>(null);
  /** What each box bet in the round before. */
  private before = $state.raw<ReadonlyMap<number, Before>>(new Map());
  readonly bets: Bets;

  constructor(private readonly watch: () => TableWatch) {
    this.bets = new Bets(() => this.now, REST);
  }

  /** From an effect. */
  hear = (): (() => void) =>
    this.watch().hear((view, was) => {
      const now = houseRound(view);
      const past = was && houseRound(was);
      if (!now || !was || !past) return;
      if (now.number !== past.number) {
        this.before = firstBets(was, this.watch().sign);
        this.touched = null;
      }
      this.bets.heard(past.phase, past.number);
    });

  private get view(): TableView | null {
    return this.watch().view;
  }

  /** The spots that take bets before the deal, from the House's side: the coin, side bets, the Ante. */
  readonly spots: readonly string[] = $derived.by(() => {
    const known = new Set(Object.keys(this.watch().sign?.limits ?? {}));
    for (const option of this.view?.you?.may ?? []) if (option.kind === "bet") known.add(option.do.split(" ")[1] ?? "");
    const weight = (spot: string): number => (spot === "jackpot" ? 0 : spot === "ante" ? 2 : 1);
    return [...known].sort((one, other) => weight(one) - weight(other));
  });

  private get now(): BetsNow {
    const view = this.view as TableView;
    const round = houseRound(view);
    const lies: Record<string, number> = {};
    for (const [place, box] of Object.entries(round?.boxes ?? {})) {
      for (const [spot, bet] of Object.entries(box.bets)) lies[spotKey(Number(place), spot)] = cents(bet.staked);
    }
    return {
      table: view.name,
      moment: view.moment,
      version: view.version,
      phase: round?.phase ?? "",
      over: false,
      round: round?.number ?? 0,
      lies: round?.phase === "betting" ? lies : {},
      offers: offered(view).offers,
      limits: {},
      own: [],
      stack: Infinity, // the floor knows each player's chips
      connected: floor.connection === "open",
    };
  }

  // --- What is drawn ------------------------------------------------------------------------------------------------

  of(place: number): number {
    return this.spots.reduce((sum, spot) => sum + this.bets.amount(place, spot), 0);
  }

  isOpen(place: number, spot: string): boolean {
    return this.bets.option(spotKey(place, spot)) !== undefined || this.bets.amount(place, spot) > 0;
  }

  isRefused(place: number, spot: string): boolean {
    return this.bets.refused?.key === spotKey(place, spot) || this.bets.missing(place, spot) > 0;
  }

  /** Spots with too few chips for the least bet. */
  short(places: readonly number[]): { place: number; spot: string; missing: number }[] {
    return places.flatMap((place) =>
      this.spots.flatMap((spot) => {
        const missing = this.bets.missing(place, spot);
        return missing > 0 ? [{ place, spot, missing }] : [];
      }),
    );
  }

  // --- What the dealer does -----------------------------------------------------------------------------------------

  private turn(place: number, spot: string): void {
    if (this.touched && this.touched.place !== place) this.bets.flush();
    this.touched = { place, spot };
  }

  add(place: number, spot: string): void {
    this.turn(place, spot);
    this.bets.add(place, spot, this.chip * 100);
  }

  take(place: number, spot: string): void {
    this.turn(place, spot);
    this.bets.take(place, spot, this.chip * 100);
  }

  private past(place: number, player: string): Amounts {
    const before = this.before.get(place);
    return before?.player === player ? before.bets : {};
  }

  canRepeat(place: number, player: string): boolean {
    const past = this.past(place, player);
    return Object.entries(past).some(([spot, amount]) => this.bets.amount(place, spot) !== amount && this.isOpen(place, spot));
  }

  isAsBefore(place: number, player: string): boolean {
    const past = this.past(place, player);
    return Object.keys(past).length > 0 && this.spots.every((spot) => this.bets.amount(place, spot) === (past[spot] ?? 0));
  }

  repeat(place: number, player: string): void {
    for (const [spot, amount] of Object.entries(this.past(place, player))) {
      if (this.isOpen(place, spot)) this.bets.set(place, spot, amount);
    }
    this.bets.flush();
  }
}

/** Only what was bet before the deal, at the limits of the sign. */
function firstBets(view: TableView, sign: SignView | null): Map<number, Before> {
  const first = new Set(Object.keys(sign?.limits ?? {}));
  const found = new Map<number, Before>();
  for (const [place, box] of Object.entries(houseRound(view)?.boxes ?? {})) {
    const bets = Object.entries(box.bets).filter(([spot]) => first.has(spot));
    if (bets.length) found.set(Number(place), { player: box.player, bets: Object.fromEntries(bets.map(([spot, bet]) => [spot, cents(bet.staked)])) });
  }
  return found;
}

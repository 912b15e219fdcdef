/**
 * Chips that somebody puts down. They are drawn at once, go to the floor after a short rest as whole amounts, and stay
 * faint until the floor has written them.
 */

import { floorSays } from "$lib/words/floor";
import { floor } from "$lib/floor.svelte";
import type { Act } from "$lib/acts.svelte";
import { added, doubled, missing, spotKey, total, towards, twice, type Amounts, type BetOption, type Limits, type Offers } from "./betting";

/** How long chips rest before they are sent: several taps are one bet. */
const REST = 450;

export interface BetsNow {
  table: string;
  moment: string;
  version: number;
  phase: string;
  over: boolean;
  round: number;
  lies: Amounts;
  offers: Offers;
  /** The sign's limits by spot, for chips put down before bets are open. */
  limits: Limits;
  own: readonly number[];
  stack: number;
  connected: boolean;
}

export interface BetRefused {
  key: string;
  why: string;
  cites: readonly string[];
  id: string;
  /** The amount that was meant, in cents. */
  meant: number;
  /** The amount that would have been taken. */
  nearest: number | null;
  most: number | null;
}

/** Something that the floor did otherwise than meant: the excess went back. */
export interface BetNote {
  key: string;
  excess: string;
  cites: readonly string[];
}

export class Bets {
  /** What is meant to lie, where it is not what lies. */
  private meant = $state.raw<Amounts>({});
  /** Acts on their way, by spot; once answered, the version of the view that will show what lies then. */
  private sending = $state.raw<ReadonlyMap<string, number>>(new Map());
  private before: Amounts[] = [];
  private timer = 0;
  refused = $state.raw<BetRefused | null>(null);
  note = $state.raw<BetNote | null>(null);
  /** The bets of the last round, for betting them again. */
  last = $state.raw<Amounts>({});
  /** Chips that were put down too late or too few, and came home when bets were closed. */
  home = $state(0);

  constructor(
    private readonly now: () => BetsNow,
    private readonly rest = REST,
  ) {}

  // --- What is drawn ----------------------------------------------------------------------------------------------

  amount(place: number, spot: string): number {
    const key = spotKey(place, spot);
    return this.meant[key] ?? this.now().lies[key] ?? 0;
  }

  /** Not yet written by the floor. */
  isFaint(place: number, spot: string): boolean {
    const key = spotKey(place, spot);
    return this.sending.has(key) || (key in this.meant && this.meant[key] !== (this.now().lies[key] ?? 0));
  }

  /** Something is not yet written by the floor. */
  get moving(): boolean {
    return this.sending.size > 0 || Object.keys(this.meant).length > 0;
  }

  /** How much is missing to the least amount, where chips wait on a spot. */
  missing(place: number, spot: string): number {
    const key = spotKey(place, spot);
    return missing(this.amount(place, spot), this.now().lies[key] ?? 0, this.option(key));
  }

  get total(): number {
    const { lies } = this.now();
    return total({ ...lies, ...this.meant });
  }

  /** What has left the purse in the picture, but not yet on the floor. */
  get onTheWay(): number {
    const { lies } = this.now();
    return Object.entries(this.meant).reduce((sum, [key, cents]) => sum + cents - (lies[key] ?? 0), 0);
  }

  get canUndo(): boolean {
    return this.undoable;
  }

  private undoable = $state(false);

  option(key: string): BetOption | undefined {
    const { offers, over, limits, lies, stack } = this.now();
    if (!over) return offers.bets.get(key);
    const [place, spot] = key.split(" ") as [string, string];
    const limit = limits[spot];
    if (!limit || !this.now().own.includes(Number(place))) return undefined;
    const most = Math.min(limit[1], stack) - (lies[key] ?? 0);
    return most < limit[0] ? undefined : { do: key, place: Number(place), spot, from: limit[0], to: most };
  }

  // --- What people do ---------------------------------------------------------------------------------------------

  add(place: number, spot: string, chip: number): void {
    const key = spotKey(place, spot);
    const lies = this.lies(key);
    const now = this.meant[key] ?? lies;
    const option = this.option(key);
    if (option && option.from === option.to && now > 0) {
      this.set(place, spot, 0);
      return;
    }
    const put = added(chip, now, lies, this.affordable(key, option));
    if (put.fits) this.set(place, spot, put.meant);
    else this.refuse(key, now + chip, put.nearest, put.most);
  }

  /** Takes one chip of this size back, or what is left. */
  take(place: number, spot: string, chip: number): void {
    const now = this.amount(place, spot);
    if (now > 0) this.set(place, spot, Math.max(0, now - chip));
  }

  set(place: number, spot: string, cents: number): void {
    this.remember();
    this.mean({ [spotKey(place, spot)]: cents });
  }

  undo(): void {
    const was = this.before.pop();
    this.undoable = this.before.length > 0;
    if (!was) return;
    const { lies } = this.now();
    const keys = new Set([...Object.keys(was), ...Object.keys(this.meant), ...Object.keys(lies)]);
    this.mean(Object.fromEntries([...keys].map((key) => [key, was[key] ?? 0])));
  }

  clear(): void {
    this.remember();
    const { lies } = this.now();
    this.mean(Object.fromEntries([...Object.keys(lies), ...Object.keys(this.meant)].map((key) => [key, 0])));
  }

  /** Twice of what lies; where nothing lies, twice the last bets. */
  double(): void {
    if (this.total === 0) {
      this.lay(twice(this.last, this.limits));
      return;
    }
    this.remember();
    const { lies, offers } = this.now();
    const more = doubled({ ...lies, ...this.meant }, lies, offers);
    const extra = Object.entries(more).reduce((sum, [key, cents]) => sum + cents - (this.meant[key] ?? lies[key] ?? 0), 0);
    if (extra <= this.purse) this.mean(more);
  }

  get canDouble(): boolean {
    if (this.total === 0) {
      const more = twice(this.last, this.limits);
      return total(more) > total(this.last) && this.unfit(more) === null;
    }
    const { lies, offers } = this.now();
    const all = { ...lies, ...this.meant };
    const more = doubled(all, lies, offers);
    const extra = Object.entries(more).reduce((sum, [key, cents]) => sum + cents - (all[key] ?? 0), 0);
    return extra > 0 && extra <= this.purse;
  }

  again(): void {
    this.lay(this.last);
  }

  get canBetAgain(): boolean {
    return total(this.last) > 0 && this.total === 0 && this.unfit(this.last) === null;
  }

  /** These bets and no others. */
  lay(wanted: Amounts): void {
    this.remember();
    const lying = Object.keys({ ...this.now().lies, ...this.meant });
    this.mean({ ...Object.fromEntries(lying.map((key) => [key, 0])), ...wanted });
    this.flush();
  }

  /** Why these bets cannot lie instead of those that do, if they cannot. */
  unfit(wanted: Amounts): "limits" | "purse" | null {
    const { own } = this.now();
    for (const [key, cents] of Object.entries(wanted)) {
      const [place, spot = ""] = key.split(" ");
      const limit = this.limits[spot];
      if (!limit || !own.includes(Number(place)) || cents < limit[0] || cents > limit[1]) return "limits";
    }
    return total(wanted) > this.purse + this.total ? "purse" : null;
  }

  get limits(): Limits {
    return this.now().limits;
  }

  /** Chips that are still in the purse. */
  get purse(): number {
    return this.now().stack - this.onTheWay;
  }

  /** Does not wait any longer. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.send();
  }

  // --- What follows -----------------------------------------------------------------------------------------------

  /** A view has come. */
  heard(was: string, round: number): void {
    const { phase, lies, version } = this.now();
    if (was === "betting" && phase !== "betting") this.closed();
    if (round !== this.now().round) {
      this.before = [];
      this.undoable = false;
      this.home = 0;
    }
    this.sending = new Map([...this.sending].filter(([, shownBy]) => shownBy > version));
    this.meant = Object.fromEntries(
      Object.entries(this.meant).filter(([key, cents]) => cents !== (lies[key] ?? 0) || this.sending.has(key)),
    );
    this.bringHome();
    if (this.timer === 0) this.send();
  }

  /** Chips that the floor would not take any more, because the purse or the limits have changed meanwhile. */
  private bringHome(): void {
    const { phase, lies, offers } = this.now();
    if (phase !== "betting") return;
    for (const [key, cents] of Object.entries(this.meant)) {
      const lying = lies[key] ?? 0;
      const most = lying + (offers.bets.get(key)?.to ?? 0);
      if (cents <= lying || cents <= most || this.sending.has(key)) continue;
      this.forget(key);
      this.refuse(key, cents, most > lying ? most : null, most > lying ? most : null);
    }
  }

  private closed(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.home = Math.max(0, this.onTheWay);
    this.meant = {};
    this.before = [];
    this.undoable = false;
  }

  private lies(key: string): number {
    return this.now().lies[key] ?? 0;
  }

  /** What other chips on their way leave in the purse. */
  private affordable(key: string, option: BetOption | undefined): BetOption | undefined {
    if (!option) return undefined;
    const own = (this.meant[key] ?? this.lies(key)) - this.lies(key);
    return { ...option, to: Math.min(option.to, this.purse + own) };
  }

  private remember(): void {
    this.refused = null;
    this.note = null;
    const { lies } = this.now();
    this.before.push({ ...lies, ...this.meant });
    this.undoable = true;
  }

  private mean(more: Amounts): void {
    this.meant = { ...this.meant, ...more };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.send();
    }, this.rest);
  }

  private refuse(key: string, meant: number, nearest: number | null, most: number | null): void {
    this.refused = { key, why: "", cites: [], id: `${key} ${performance.now()}`, meant, nearest, most };
  }

  private send(): void {
    const { phase, connected } = this.now();
    if (phase !== "betting" || !connected) return;
    for (const [key, cents] of Object.entries(this.meant)) {
      if (this.sending.has(key)) continue;
      const { lies, offers, table, moment } = this.now();
      const next = towards(key, cents, lies[key] ?? 0, offers);
      if (!next) continue;
      const act = floor.act(table, next.do, moment);
      this.sending = new Map(this.sending).set(key, Infinity);
      void act.answered.then(() => this.answered(key, act));
    }
  }

  private answered(key: string, act: Act): void {
    if (act.done) {
      if (act.done.excess && act.done.excess !== "0.00") {
        this.note = { key, excess: act.done.excess, cites: act.done.cites ?? [] };
        this.forget(key);
      }
      // the answer comes before its view: until then what lies is not what it will be
      this.sending = new Map(this.sending).set(key, act.done.version ?? 0);
      if (this.now().version >= (act.done.version ?? 0)) this.heard(this.now().phase, this.now().round);
      return;
    }
    this.sending = new Map([...this.sending].filter(([each]) => each !== key));
    if (act.error && act.error.code !== "stale" && act.error.code !== "session") {
      const meant = this.meant[key] ?? 0;
      this.refused = { key, why: floorSays(act.error), cites: act.error.cites ?? [], id: act.id, meant, nearest: null, most: null };
      this.forget(key);
    }
  }

  private forget(key: string): void {
    this.meant = Object.fromEntries(Object.entries(this.meant).filter(([each]) => each !== key));
  }
}

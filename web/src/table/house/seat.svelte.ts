/** Somebody at a house-banked table: what they see, what they may do, and what they have sent. */

import type { Act } from "$lib/acts.svelte";
import { announcer } from "$lib/announcer.svelte";
import { floor } from "$lib/floor.svelte";
import { cents, money, whole, wire } from "$lib/money";
import { momentFor, type Option, type SignView, type TableView, type Then } from "$lib/views";
import type { TableWatch } from "$lib/watches.svelte";
import { floorSays } from "$lib/words/floor";
import { listed, say } from "$lib/words/words.svelte";
import { untrack } from "svelte";
import type { Cursor } from "../shared/cursor.svelte";
import type { AskedTime } from "../shared/time";
import type { AutoBet } from "./autobet.svelte";
import { Bets, type BetsNow } from "./bets.svelte";
import { keepBets, keptBets, laidOn, spotsOf } from "./layouts";
import { line } from "./voice";
import { drawn, firstBets, lying, offered, placeOf, type Drawn, type DrawnBox, type Offered } from "./model";

/** What became of a lost connection. */
export interface Returned {
  kind: "still" | "seen" | "late";
  seconds: number;
  /** The press that was not confirmed: it arrived, or it did not. */
  press: "" | "arrived" | "lost";
  word: string;
  missed: readonly string[];
  /** The round that this page saw last. */
  round: number;
  /** Of the box that was folded by the clock. */
  box: number;
  lost: number;
  cites: readonly string[];
}

export interface Refusal {
  id: string;
  text: string;
  cites: readonly string[];
}

export class HouseSeat {
  /** Of your boxes, the one somebody has turned to. */
  private turned = $state<number | null>(null);
  private acts = $state.raw<ReadonlyMap<number, { act: Act; option: Option; shownBy: number }>>(new Map());
  refused = $state.raw<Refusal | null>(null);
  returned = $state.raw<Returned | null>(null);
  /** The connection has been lost for longer than a moment. */
  lost = $state(false);
  /** Bets are placed as meant; the tray is out of the way. */
  readyFor = $state(0);
  /** Decide without looking. */
  unseen = $state(false);
  /** Puts the same chips down, until one of its stops. */
  auto = $state.raw<AutoBet | null>(null);
  readonly bets: Bets;
  private gone: { at: number; view: TableView; press: Option | null } | null = null;

  /** A replay has no cursor: it shows what it is given. */
  constructor(
    readonly watch: TableWatch,
    readonly cursor: Cursor | null = null,
  ) {
    this.bets = new Bets(() => this.betsNow);
  }

  readonly view = $derived.by((): TableView => this.cursor?.view ?? (this.watch.view as TableView));
  /** As the floor has it: for the moment of an act. */
  private get newest(): TableView {
    return this.watch.view ?? this.view;
  }
  readonly sign = $derived.by((): SignView | null => this.watch.sign);
  readonly table: Drawn = $derived.by(() => drawn(this.view, this.sign));
  readonly may: Offered = $derived.by(() => offered(this.view));
  readonly plays = $derived(this.table.own.length > 0);
  readonly stack = $derived.by(() => this.stackIn(this.view));
  private stackIn(view: TableView): number {
    return view.you ? cents(view.players?.[view.you.name]?.stack) : 0;
  }

  // --- Whose turn it is -------------------------------------------------------------------------------------------

  /** Your boxes that somebody waits for, the lowest number first. */
  readonly waiting: readonly number[] = $derived.by(() =>
    this.table.own.filter((place) => this.table.boxes.get(place)?.asked).sort((a, b) => a - b),
  );

  /** The one of your boxes that is larger: asked now, or chosen. */
  readonly active: number = $derived.by(() => {
    const own = this.table.middle;
    const chosen = this.turned !== null && own.includes(this.turned) ? this.turned : null;
    if (this.waiting.length) return chosen !== null && this.waiting.includes(chosen) ? chosen : (this.waiting[0] as number);
    return chosen ?? Math.min(...own);
  });

  readonly box: DrawnBox | null = $derived.by(() => this.table.boxes.get(this.active) ?? null);
  readonly asked = $derived(this.waiting.includes(this.active));

  turnTo(place: number): void {
    this.turned = place;
  }

  /** The next of your boxes; while some are asked, the next of those. */
  nextBox(): void {
    const among = this.waiting.length > 1 ? this.waiting : [...this.table.own].sort((a, b) => a - b);
    if (among.length < 2) return;
    this.turned = among[(among.indexOf(this.active) + 1) % among.length] ?? null;
  }

  /** The clock of the one who is asked, of the bets, or of the pause. */
  readonly clock: (AskedTime & { for: "decision" | "close" | "next" }) | null = $derived.by(() => {
    const list = this.view.clock.asked as (AskedTime & { box?: number; for?: string })[];
    const mine = list.find((each) => each.box === this.active && this.table.own.includes(this.active));
    if (mine) return { left: mine.left, bank: mine.bank, for: "decision" };
    const all = list.find((each) => each.box === undefined);
    return all ? { left: all.left, bank: 0, for: all.for === "next" ? "next" : "close" } : null;
  });

  readonly period: number | null = $derived.by(() => {
    const clocks = this.sign?.clock as Record<string, number | null> | undefined;
    const key = { decision: "decision", close: "betting", next: "pause" }[this.clock?.for ?? "decision"];
    return clocks?.[key] ?? null;
  });

  // --- Acting -----------------------------------------------------------------------------------------------------

  readonly connected = $derived(floor.connection === "open");

  /** What was pressed for this box and is not confirmed. */
  pending(place: number): { option: Option; unsure: boolean } | null {
    const sent = this.acts.get(place);
    return sent ? { option: sent.option, unsure: sent.act.state === "unsure" } : null;
  }

  do(option: Option, amount?: number): Act | null {
    const place = placeOf(option);
    if (!this.connected || this.acts.has(place)) return null;
    this.refused = null;
    this.returned = null;
    this.cursor?.press();
    const words = amount === undefined ? option.do : `${option.do} ${wire(amount)}`;
    const act = floor.act(this.view.name, words, momentFor(option, this.newest));
    this.acts = new Map(this.acts).set(place, { act, option, shownBy: Infinity });
    void act.answered.then(() => this.answered(place, act, option));
    return act;
  }

  /** The player is ready: the page tells the floor once their bets are written; the floor closes when all are. */
  ready(): void {
    this.readyFor = this.table.round;
    this.bets.flush();
    this.tellReady();
  }

  /** Players whose bets the table waits for: they have bet, and have not said that they are ready. */
  readonly unready: readonly string[] = $derived.by(() => {
    const boxes = [...this.table.boxes.values()].filter((box) => box.staked > 0 && !box.mine && !box.ready);
    return [...new Set(boxes.map((box) => box.player))];
  });

  private tellReady(): void {
    if (this.readyFor !== this.table.round || this.bets.moving) return;
    for (const option of this.may.ready) this.do(option);
  }

  private answered(place: number, act: Act, option: Option): void {
    if (act.done) {
      const shownBy = act.done.version ?? 0;
      this.acts = new Map(this.acts).set(place, { act, option, shownBy });
      this.release();
      return;
    }
    const left = new Map(this.acts);
    left.delete(place);
    this.acts = left;
    if (!act.error || act.error.code === "session") return;
    const stale = act.error.code === "stale";
    const text = stale ? say("refused.stale") : floorSays(act.error);
    this.refused = { id: act.id, text, cites: act.error.cites ?? [] };
    announcer.interrupt(say("refused.said", { why: text }));
  }

  private release(): void {
    this.acts = new Map([...this.acts].filter(([, sent]) => sent.shownBy > this.view.version));
  }

  // --- Hearing ----------------------------------------------------------------------------------------------------

  /** From an effect. */
  hear(): () => void {
    untrack(() => this.keepBets());
    return (this.cursor ?? this.watch).hear((view, before) => this.heard(view, before));
  }

  /** Bets of this round become the last ones; a round that somebody sits out leaves those of an earlier evening. */
  private keepBets(): void {
    const { game, phase } = this.table;
    const own = [...this.table.own].sort((a, b) => a - b);
    const first = phase === "betting" ? {} : firstBets(this.table, this.sign);
    if (Object.keys(first).length) {
      this.bets.last = first;
      keepBets(game, { last: spotsOf(own, first) });
    } else if (this.plays && !Object.keys(this.bets.last).length) this.bets.last = laidOn(own, keptBets(game).last);
  }

  private heard(view: TableView, before: TableView | null): void {
    const was = before ? drawn(before, this.sign) : null;
    if (was && was.phase === "betting" && this.table.phase !== "betting") {
      this.keepBets();
    }
    if (was && was.round !== this.table.round) {
      this.unseen = false;
      this.refused = null;
    }
    if (was && was.own.length !== this.table.own.length) this.keepBets();
    this.release();
    this.bets.heard(was?.phase ?? "", was?.round ?? this.table.round);
    this.tellReady();
    if (this.gone) this.cameBack(view);
    else if (was) {
      const late = foldedByTheClock(view, was.own);
      if (late) this.returned = { ...here, kind: "late", round: was.round, box: late.box, lost: was.boxes.get(late.box)?.staked ?? 0, cites: late.cites };
      this.tellTurn(was);
    }
  }

  /** "Your decision, box 3. Play 50, or fold. 20 seconds." */
  private tellTurn(was: Drawn): void {
    const fresh = this.waiting.filter((place) => !was.boxes.get(place)?.asked || was.round !== this.table.round);
    if (fresh.length === 0 && was.phase === this.table.phase) return;
    if (this.waiting.length) announcer.interrupt(this.turnInWords());
  }

  turnInWords(): string {
    const place = this.active;
    const options = this.may.decisions.get(place) ?? this.may.choices.get(place) ?? [];
    const named = options.map((option) => {
      if (option.kind === "choice") return say(option.do.endsWith("continue") ? "choice.continue" : "choice.back");
      return option.costs ? `${option.word ?? ""} ${whole(option.costs)}` : (option.word ?? "");
    });
    const list = listed([...named].reverse(), "disjunction");
    const seconds = this.clock ? Math.ceil(this.watch.left(this.clock.left) / 1000) : 0;
    return say(this.clock ? "turn.said.clock" : "turn.said", { place, options: list, seconds });
  }

  // --- A lost connection ------------------------------------------------------------------------------------------

  /** From an effect that follows the connection. */
  follow(open: boolean): void {
    if (open || this.gone || !this.watch.view) return;
    this.cursor?.lose();
    const press = [...this.acts.values()][0]?.option ?? null;
    this.gone = { at: performance.now(), view: this.view, press };
    this.returned = null;
  }

  private cameBack(view: TableView): void {
    const gone = this.gone;
    this.gone = null;
    if (!gone) return;
    const seconds = Math.round((performance.now() - gone.at) / 1000);
    const happened = view.happened ?? [];
    const missed = (happened as Happened[])
      .filter((each) => each.by !== view.you?.name)
      .flatMap((each) => (each.then ?? []).slice(0, 1).map((one) => line(one, view).text));
    const before = drawn(gone.view, this.sign);
    const late = foldedByTheClock(view, before.own);
    const box = late?.box ?? this.active;
    const sent = gone.press ? [...this.acts.values()].find((each) => each.option.do === gone.press?.do) : undefined;
    const arrived = gone.press && happened.some((each) => each.by === view.you?.name && each.do.startsWith(gone.press?.do ?? " "));
    this.returned = {
      kind: late ? "late" : this.waiting.length ? "still" : "seen",
      seconds,
      press: !gone.press ? "" : arrived || sent ? "arrived" : "lost",
      word: gone.press?.word ?? "",
      round: before.round,
      missed,
      box,
      lost: late ? (before.boxes.get(box)?.staked ?? 0) : 0,
      cites: late?.cites ?? [],
    };
    if (this.waiting.length) announcer.interrupt(`${say("back.title")}. ${this.turnInWords()}`);
  }

  // --- For the bets -----------------------------------------------------------------------------------------------

  private get betsNow(): BetsNow {
    const limits = (this.sign?.limits ?? {}) as Record<string, [string, string]>;
    return {
      table: this.view.name,
      moment: this.newest.moment,
      version: this.view.version,
      phase: this.table.phase,
      over: this.table.over,
      round: this.table.round,
      lies: this.table.phase === "betting" ? lying(this.table) : {},
      offers: this.may.offers,
      limits: Object.fromEntries(Object.entries(limits).map(([spot, [least, most]]) => [spot, [cents(least), cents(most)]])),
      own: this.table.own,
      // once the result is known, what is on its way home can be staked again
      stack: this.table.over ? this.stackIn(this.newest) : this.stack,
      connected: this.connected,
    };
  }

  /** Chips at the table, less what is on its way to a spot, and what is still counted up. */
  readonly purse = $derived.by(() => this.stack - this.bets.onTheWay - this.uncounted);
  private uncounted = $state(0);
  private counting = 0;

  /** Chips come home: the purse counts up to what it has now. */
  count(more: number, lasts: number): void {
    cancelAnimationFrame(this.counting);
    const all = more + this.uncounted;
    this.uncounted = lasts > 0 ? all : 0;
    if (this.uncounted <= 0) return;
    const start = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - start) / lasts));
      this.uncounted = Math.round(all * (1 - part));
      if (part < 1) this.counting = requestAnimationFrame(step);
    };
    this.counting = requestAnimationFrame(step);
  }

  spotName(spot: string): string {
    return this.view.words?.spots[spot] ?? spot;
  }

  lostBy(place: number): string {
    return money(this.table.boxes.get(place)?.staked ?? 0);
  }
}

type Happened = NonNullable<TableView["happened"]>[number] & { then?: Then[] };

/** Nothing was lost but time. */
const here: Omit<Returned, "kind" | "round" | "box" | "lost" | "cites"> = { seconds: 0, press: "", word: "", missed: [] };

/** Which of these boxes the house rule has folded, for nobody said anything in time. */
function foldedByTheClock(view: TableView, own: readonly number[]): { box: number; cites: string[] } | null {
  for (const each of (view.happened ?? []) as Happened[]) {
    const box = Number(each.do.split(" ")[0]);
    if (each.by !== "system" || !own.includes(box) || !each.do.endsWith(" leaves")) continue;
    const about = (each.then ?? []).filter((one) => ["time-ran-out", "considered-folded"].includes(one.event));
    return { box, cites: [...new Set(about.flatMap((one) => one.cites))] };
  }
  return null;
}

/** One poker table as this player sees it: what is drawn, what may be done, what waits in the page to be said. */

import { floorSays } from "$lib/words/floor";
import type { Act as Sent } from "$lib/acts.svelte";
import { floor } from "$lib/floor.svelte";
import { cents, wire } from "$lib/money";
import { called } from "$lib/names.svelte";
import type { Round } from "$lib/types";
import { momentFor, type TableView } from "$lib/views";
import type { TableWatch } from "$lib/watches.svelte";
import { untrack } from "svelte";
import { Cursor, type Step } from "../shared/cursor.svelte";
import type { Refused } from "../shared/Refusal.svelte";
import { heard, type Happened } from "./acts";
import { drawn, onTheTable, type Act, type Drawn } from "./model";
import { choices, stands, toSay, type Wish } from "./preselect";
import { Scene } from "./scene.svelte";
import type { Option, PokerRound, PokerSign } from "./view";

/** Something that is possible between two rounds only and was chosen while one runs. */
export type Later = { word: "sits"; seat: number; amount: number } | { word: "tops-up"; amount: number } | { word: "back" };

export interface Refusal {
  words: string;
  why: string;
  cites: readonly string[];
}

export const refusedWords = (refusal: Refusal): Refused => ({ text: refusal.why, cites: refusal.cites, id: refusal.words });

/** What was chosen beforehand and is not said after all. */
export type Dropped = "price" | "seat";

export class PokerGame {
  readonly scene = new Scene();
  wish = $state.raw<Wish | null>(null);
  later = $state.raw<Later | null>(null);
  dropped = $state<Dropped | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  private acts = $state.raw<Record<number, Act>>({});

  readonly cursor: Cursor;

  constructor(readonly watch: TableWatch) {
    this.cursor = new Cursor(watch, () => import("./reveal"));
  }

  // --- What is so -----------------------------------------------------------------------------------------------

  /** As far as it is shown. */
  readonly view = $derived.by(() => this.cursor.view);
  /** The betting is over, and what follows is being shown. */
  readonly reveals = $derived.by(() => {
    const newest = this.cursor.newest.round as PokerRound | null;
    return this.cursor.runs && (newest?.order !== undefined || newest?.number !== this.round?.number);
  });
  readonly sign = $derived.by(() => this.watch.sign as PokerSign | null);
  readonly round = $derived(this.view.round as PokerRound | null);
  readonly own = $derived(this.view.you?.places[0] ?? null);
  readonly may = $derived((this.view.you?.may ?? []) as Option[]);
  readonly table: Drawn = $derived(this.drawnAs(this.view));
  readonly playing = $derived(this.round?.status === "open");
  /** The seat that is asked, and how long it has. */
  readonly asked = $derived(this.view.clock.asked.find((each) => each.seat === this.round?.turn) ?? null);
  /** Until the next round starts. */
  readonly pause = $derived(this.view.clock.asked.find((each) => !each.seat) ?? null);
  readonly yourTurn = $derived(this.own !== null && this.round?.turn === this.own);
  readonly pending = $derived.by(() => floor.pendingAt(this.watch.name));
  readonly choices = $derived(this.view.state === "suspended" ? [] : choices(this.table));
  readonly onTheTable = $derived(onTheTable(this.table));
  /** The floor cannot be reached: nothing can be pressed, and what was pressed is not known to have arrived. */
  readonly unsure = $derived(floor.connection !== "open");

  /** Chips that may be brought now, or when the round is over: as the floor says, or will say. */
  readonly topUp = $derived.by(() => {
    const offered = this.option("tops-up");
    if (offered) return { least: cents(offered.from), most: cents(offered.to) };
    const stack = this.table.you?.stack ?? 0;
    const [low, high] = this.sign?.stake ?? ["0.00", "0.00"];
    const chip = cents(this.sign?.chip) || 100;
    const room = Math.min(cents(high) - stack, cents(floor.me?.wallet));
    return { least: stack === 0 ? cents(low) : chip, most: Math.floor(room / chip) * chip };
  });
  /** Nothing lies here, and the purse has too little to bring. */
  readonly broke = $derived(this.own !== null && this.table.you?.stack === 0 && this.topUp.most < this.topUp.least);

  option(word: string): Option | undefined {
    if (word === "look" && this.sign?.cards === "by-hand") return undefined; // at the real cards, not here
    return this.may.find((option) => option.do === `${this.own} ${word}` || option.do.startsWith(`${this.own} ${word} `));
  }

  /** Between two rounds, to another seat of this table. */
  moves = (seat: number): (() => void) | undefined => {
    const option = this.may.find((each) => each.do === `${this.own} moves-to ${seat}`);
    return option && (() => void this.say(option.do));
  };

  /** Where one may sit down now, by seat. */
  sits(seat: number): Option | undefined {
    return this.may.find((option) => option.do.startsWith(`${seat} sits `));
  }

  named = (seat: number): string => {
    const who = this.round?.players[String(seat)]?.player ?? this.view.seats?.[String(seat)]?.player;
    return who ? called(who) : String(seat);
  };

  isPending(words: string): boolean {
    return this.pending.some((act) => act.words === words || act.words.startsWith(`${words} `));
  }

  /** A hand that one need not show may be shown until the next round; the floor leaves it out of what it offers. */
  readonly mayShow = $derived.by(() => {
    const you = this.table.you;
    const mine = this.own === null ? undefined : this.round?.players[String(this.own)];
    if (!you || !mine || mine.folded || this.round?.status === "void" || !mine.looked) return false;
    return this.round?.hands[String(this.own)] === undefined && !this.playing;
  });

  // --- Acting ---------------------------------------------------------------------------------------------------

  say(words: string, option?: Option): Sent {
    this.refusal = null;
    if (!this.reveals) this.cursor.press();
    const { newest } = this.cursor;
    const act = floor.act(this.watch.name, words, option ? momentFor(option, newest) : newest.moment);
    void act.answered.then(() => {
      // somebody was quicker, or the turn had passed: the next view shows it, and nothing was changed
      if (act.error) this.refusal = { words, why: floorSays(act.error), cites: act.error.cites ?? [] };
    });
    return act;
  }

  sayAmount(option: Option, amount: number): Sent {
    return this.say(`${option.do} ${wire(amount)}`, option);
  }

  choose(wish: Wish | null): void {
    this.wish = wish;
    this.dropped = null;
  }

  // --- From view to view ----------------------------------------------------------------------------------------

  /** From an effect: follows the table until it is left. */
  follow(): () => void {
    untrack(() => {
      this.acts = heard({}, [], null, this.round);
      this.scene.show(this.table, null, false);
      void this.recall();
    });
    const stop = this.cursor.follow();
    const deaf = this.cursor.hear((view, before, step) => this.heard(view, before, step));
    return () => {
      deaf();
      stop();
    };
  }

  /** How the round came to where it is. */
  private async recall(): Promise<void> {
    const { name, round } = this.view;
    const number = (round as PokerRound | null)?.number;
    if (!number) return;
    const told = await floor.get<Round>(`/v1/tables/${name}/rounds/${number}`).catch(() => null);
    const first = told?.acts[0];
    if (first) this.watch.recall(first.version - 1);
  }

  private heard(view: TableView, before: TableView, step: Step | null): void {
    const was = before.round as PokerRound | null;
    const now = view.round as PokerRound | null;
    const happened = view.happened as Happened[] | null;
    this.acts = heard(this.acts, happened ?? [], was, now);
    this.scene.show(this.table, step, this.cursor.state !== "jumped");
    this.sayWhatWaited();
    this.sayWhatIsPossibleNow();
  }

  private drawnAs(view: TableView): Drawn {
    const places = this.sign?.seats ?? Math.max(2, ...Object.keys(view.seats ?? {}).map(Number));
    const round = view.round as PokerRound | null;
    return drawn({ seats: view.seats ?? {}, round, places, own: view.you?.places[0] ?? null, acts: this.acts });
  }

  /** The act that was chosen before the turn: said when the turn has come, dropped when its price has changed. */
  private sayWhatWaited(): void {
    const wish = this.wish;
    if (wish === null) return;
    if (!this.yourTurn) {
      if (stands(wish, this.table)) return;
      this.wish = null;
      if (this.choices.length > 0) this.dropped = "price";
      return;
    }
    this.wish = null;
    const words = this.own === null ? null : toSay(wish, this.may, this.own);
    if (words === null) this.dropped = "price";
    else this.say(words);
  }

  private sayWhatIsPossibleNow(): void {
    const later = this.later;
    if (later === null || this.playing) return;
    const option = later.word === "sits" ? this.sits(later.seat) : this.option(later.word);
    if (option === undefined) {
      const taken = later.word === "sits" && this.view.seats?.[String(later.seat)] !== undefined;
      if (!taken) return;
      this.later = null;
      this.dropped = "seat";
      return;
    }
    this.later = null;
    if (later.word === "back") this.say(option.do);
    else this.sayAmount(option, Math.min(later.amount, cents(option.to)));
  }
}

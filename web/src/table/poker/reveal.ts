/**
 * A poker round in time: what happens between two views, to the millisecond, and what may be seen meanwhile. The order
 * of hands and pots is the floor's. Nothing that depends on a card is in a masked view before that card is open.
 */

import { cardsOf } from "$lib/kit/cards";
import { cents, wire } from "$lib/money";
import type { Happened, PokerStep } from "$lib/types";
import { pokerRound, type PokerRound, type TableView } from "$lib/views";
import type { Pacing, Step } from "../shared/cursor.svelte";
import { RESULT, type Shown } from "./view";

/** Milliseconds. */
const T = {
  /** A bet lands, and lies a moment before it is gathered. */
  bet: 240,
  lies: 60,
  chip: 240,
  chipNext: 40,
  /** From the end of a betting round to the next street. */
  street: 500,
  deal: 260,
  turn: 320,
  flop: 110,
  name: 140,
  breath: 420,
  showdown: 140,
  shows: 700,
  show: 380,
  muck: 420,
  rake: 400,
  push: 420,
  count: 900,
  /** Reduced motion: cards fade, and what they decide waits. */
  fade: 80,
  waits: 300,
} as const;

/** After a hand is open, and from one pot to the next: at leisure, close together, at once. */
const RESTS = [
  [620, 500],
  [180, 200],
  [0, 60],
] as const;
/** The end of the pause is left alone. */
const SPARE = 1_000;
const RIVER = 4;

export function steps(before: TableView, after: TableView, { reduced, hurried }: Pacing): Step[] {
  const was = pokerRound(before);
  const is = pokerRound(after);
  if (!was || !is || was.number !== is.number || was.status !== "open" || is.status === "void") return [];
  const decided = (is.order ?? []).slice(was.order?.length ?? 0);
  const turned = faces(is.board) - faces(was.board);
  const order: PokerStep[] = decided.length || turned <= 0 ? decided : [{ does: "gather" }, { does: "street", cards: turned }];
  if (order.length === 0) return [];
  const pause = after.clock.asked.find((each) => each.seat === undefined)?.left ?? Infinity;
  const tried = RESTS.map(([rest, gap]) => timed({ was, is, order, own: after.you?.places[0], breath: decided.length > 0, rest, gap, reduced }));
  const last = tried.at(-1) ?? [];
  return hurried ? last : (tried.find((made) => (made.at(-1)?.at ?? 0) <= pause - SPARE) ?? last);
}

const faces = (board: string): number => cardsOf(board).filter((code) => code !== null).length;

interface Timed {
  was: PokerRound;
  is: PokerRound;
  order: readonly PokerStep[];
  own: number | undefined;
  /** Nobody can act any more: the river waits a moment before it is turned. */
  breath: boolean;
  rest: number;
  gap: number;
  reduced: boolean;
}

/** `box` is a seat, `card` a place of the board or the number of a pot. */
function timed({ was, is, order, own, breath, rest, gap, reduced }: Timed): Step[] {
  const made: Step[] = [];
  const add = (does: string, at: number, lasts: number, more: Partial<Step> = {}): void => void made.push({ does, at, lasts, ...more });
  const ms = (moving: number, still = 0): number => (reduced ? still : moving);
  let open = faces(was.board);
  const lay = cardsOf(was.board).length;
  const acted = Object.keys(is.players).some((seat) => more(was, is, seat) > 0 || is.players[seat]?.folded !== was.players[seat]?.folded);
  let at = acted ? ms(T.bet + T.lies) : 0;
  let over = at;
  let pot = 0;
  order.forEach((step, index) => {
    const first = order[index - 1]?.does !== step.does;
    const seat = step.seat === undefined ? {} : { box: step.seat };
    const which = step.pot === undefined ? {} : { card: step.pot };
    const mine = step.seat === own;
    if (step.does === "gather") {
      const bets = Object.keys(is.players).filter((each) => inFront(was, is, each) > uncalled(is, each)).length;
      const lasts = bets ? ms(T.chip + (bets - 1) * T.chipNext) : 0;
      add("gather", at, lasts, bets ? { sound: "stack" } : {});
      add("gathered", at + lasts, 0);
      over = at + lasts;
      at += bets ? ms(Math.max(T.street, lasts)) : ms(T.lies);
    } else if (step.does === "street") {
      const cards = Array.from({ length: step.cards ?? 0 }, (_, card) => open + card);
      const comes = open >= lay;
      if (comes) add("street", at, T.deal, { card: open });
      let turns = at + (comes ? ms(T.deal) : 0);
      if (breath && cards.includes(RIVER) && !reduced) {
        add("breath", turns, T.breath, { of: "board", card: RIVER });
        turns += T.breath;
      }
      cards.forEach((card, place) => add("turn", turns + place * ms(T.flop, T.fade), T.turn, { of: "board", card, sound: "card", opens: true }));
      open += cards.length;
      const last = turns + (cards.length - 1) * ms(T.flop, T.fade) + ms(T.turn, T.fade);
      add("name", last + ms(T.name), T.name, { card: open, opens: true });
      over = last + ms(T.name);
      at = last + ms(order[index + 1]?.does === "street" ? T.street : T.name, T.waits);
    } else if (step.does === "uncalled") {
      add("uncalled", at, T.chip, seat);
      add("home", at + ms(T.chip), 0, seat);
      at += ms(T.chip + T.lies);
      over = at;
    } else if (step.does === "show") {
      if (first) {
        add("showdown", at, T.showdown, { opens: true });
        at += ms(T.shows, T.waits);
      }
      add("show", at, T.show, { ...seat, sound: "card", opens: true });
      add("named", at + ms(T.show, T.fade), T.name, { ...seat, opens: true });
      over = at + ms(T.show, T.fade);
      at += ms(T.show + rest, T.waits);
    } else if (step.does === "muck") {
      add("muck", at, T.chip, seat);
      if (order[index + 1]?.does !== "muck") at += ms(T.muck, T.waits);
      over = at;
    } else if (step.does === "rake") {
      add("rake", at, T.chip, which);
      if (order[index + 1]?.does !== "rake") at += ms(T.rake, T.waits);
    } else if (step.does === "push" || step.does === "odd") {
      const odd = step.does === "odd";
      // shares of a split pot leave together, odd chips follow, then comes the next pot
      if (odd && first) at += ms(T.push);
      else if (!odd && pot && step.pot !== pot) at += ms(gap);
      pot = step.pot ?? 0;
      const lands = at + ms(odd ? T.chip : T.push);
      add(step.does, at, lands - at, { ...seat, ...which, chips: [share(is, step)] });
      add(odd ? "odd-lands" : "lands", lands, 0, { ...seat, ...which, ...(mine ? { sound: "stack" } : {}) });
      over = Math.max(over, lands + ms(T.count));
    } else {
      add("over", Math.max(over, at), 0);
    }
  });
  made.sort((a, b) => a.at - b.at);
  const result = made.findLast((step) => step.does.endsWith("lands") && step.box === own);
  if (result) result.of = RESULT;
  return made;
}

/** Cents of a pot that a seat gets with its equal share, or beyond it. */
function share(is: PokerRound, { does, pot = 1, seat = 0 }: PokerStep): number {
  const won = is.pots[pot - 1]?.won ?? {};
  const equal = Math.min(...Object.values(won).map((chips) => cents(chips)));
  return does === "odd" ? cents(won[String(seat)]) - equal : equal;
}

const uncalled = (is: PokerRound, seat: string): number => cents(is.uncalled[seat]);
/** Chips that a seat has put in with the last act, those that nobody called among them. */
const more = (was: PokerRound, is: PokerRound, seat: string): number =>
  Math.max(0, cents(is.players[seat]?.put) + uncalled(is, seat) - uncalled(was, seat) - cents(was.players[seat]?.put));
/** What lies in front of a seat when the betting round is over, before it is gathered. */
const inFront = (was: PokerRound, is: PokerRound, seat: string): number => cents(was.players[seat]?.bet) + more(was, is, seat);

// --- What may be seen ---------------------------------------------------------------------------------------------

type Waits = (does: string, box?: number, card?: number) => boolean;

/** Acts that belong to a moment of the table; the others go on whatever is shown. */
const OF_THE_GAME = new Set(["look", "decision", "choice"]);

export function mask(after: TableView, before: TableView, pending: readonly Step[], newest: TableView): TableView {
  const is = pokerRound(after);
  const was = pokerRound(before);
  const behind = pending.length > 0 || after !== newest;
  if (!behind) return after;
  const waits: Waits = (does, box, card) =>
    pending.some((step) => step.does === does && (box === undefined || step.box === box) && (card === undefined || step.card === card));
  const hidden = waits("over") || (pending.length > 0 && is?.order !== undefined);
  const round = is && was && pending.length > 0 ? maskedRound(after, is, was, pending, waits, hidden) : is;
  const shown: TableView = {
    ...after,
    state: hidden ? before.state : after.state,
    said: hidden ? before.said : after.said,
    round,
    clock: { ...newest.clock, asked: newest.clock.asked.filter((each) => (each.seat === undefined ? !hidden : each.seat === round?.turn)) },
    happened: happened(after, pending, waits),
  };
  const stands = hidden ? before.stands : newest.stands;
  if (stands) shown.stands = stands;
  else delete shown.stands;
  if (is && was && hidden) shown.seats = seats(after, before, is, waits);
  if (after.players && hidden) shown.players = before.players ?? {};
  if (after.you) {
    const still = new Set((newest.you?.may ?? []).map((option) => option.do));
    const may = hidden ? (before.you?.may ?? []) : after.you.may;
    shown.you = {
      ...after.you,
      notices: hidden ? (before.you?.notices ?? []) : after.you.notices,
      may: may.filter((option) => still.has(option.do) && (pending.length === 0 || !OF_THE_GAME.has(option.kind))),
    };
  }
  return shown;
}

function maskedRound(after: TableView, is: PokerRound, was: PokerRound, pending: readonly Step[], waits: Waits, hidden: boolean): Shown {
  const { order, due: _, ...rest } = is;
  const round: Shown = { ...rest, turn: null, waiting: [] };
  if (hidden) round.status = "open";
  if (waits("showdown") || waits("gathered")) round.marker = was.marker;
  round.board = boardOf(is, was, pending, hidden);
  if (waits("gathered")) round.pots = was.pots;
  else if (hidden) round.pots = is.pots.map((pot, index) => potOf(pot, index + 1, waits));
  round.uncalled = Object.fromEntries(Object.entries(is.uncalled).filter(([seat]) => !waits("home", Number(seat))));
  round.shown = is.shown.filter((seat) => !waits("show", seat));
  round.hands = Object.fromEntries(Object.entries(is.hands).filter(([seat]) => !waits("show", Number(seat))));
  if (hidden) round.stacks = was.stacks;
  round.players = {};
  for (const [key, hand] of Object.entries(is.players)) {
    const seat = Number(key);
    const old = was.players[key];
    const shown = { ...hand };
    const lay = old !== undefined && !old.hand.includes("?");
    if (!lay && waits("show", seat) && old) shown.hand = old.hand;
    if (waits("name") || (!lay && waits("named", seat))) {
      delete shown.makes;
      if (old?.makes) shown.makes = old.makes;
    }
    shown.bet = wire(waits("gather") ? inFront(was, is, key) : waits("uncalled", seat) ? cents(is.uncalled[key]) : 0);
    if (hidden) shown.all_in = !hand.folded && cents(after.seats?.[key]?.stack) - coming(is, key, waits) === 0;
    round.players[key] = shown;
  }
  if (hidden && order?.some((step) => step.does === "show") && !waits("named")) {
    round.lost = is.shown.filter((seat) => !is.pots.some((pot) => cents(pot.won?.[String(seat)]) > 0));
  }
  round.mucked = (order ?? []).flatMap((step) => (step.does === "muck" && step.seat !== undefined && !waits("muck", step.seat) ? [step.seat] : []));
  return round;
}

/** Cards that have not come are not there; those that are not turned are backs. */
function boardOf(is: PokerRound, was: PokerRound, pending: readonly Step[], hidden: boolean): string {
  const now = is.board.split(" ").filter(Boolean);
  const old = was.board.split(" ").filter(Boolean);
  const closed = new Set(pending.flatMap((step) => (step.does === "turn" ? [step.card] : [])));
  const coming = Math.min(...pending.flatMap((step) => (step.does === "street" ? [step.card ?? 0] : [])));
  const lying = Array.from({ length: Math.max(now.length, hidden ? old.length : 0) }, (_, place) =>
    closed.has(place) ? "??" : (now[place] ?? old[place] ?? "??"),
  );
  return lying.slice(0, coming).join(" ");
}

type PotTold = PokerRound["pots"][number];

/** Without what has not been taken out of it, and who has not got theirs. */
function potOf({ amount, eligible, rake, won }: PotTold, number: number, waits: Waits): PotTold {
  const landed = Object.entries(won ?? {}).flatMap(([seat, chips]): [string, string][] => {
    const got = cents(chips) - comingOf(won, seat, number, waits);
    return got > 0 ? [[seat, wire(got)]] : [];
  });
  return {
    amount,
    eligible,
    ...(rake === undefined || waits("rake", undefined, number) ? {} : { rake }),
    ...(landed.length ? { won: Object.fromEntries(landed) } : {}),
  };
}

/** What of a pot has not reached a seat. */
function comingOf(won: PotTold["won"], seat: string, number: number, waits: Waits): number {
  const all = cents(won?.[seat]);
  if (waits("lands", Number(seat), number)) return all;
  const share = Math.min(...Object.values(won ?? {}).map((chips) => cents(chips)));
  return waits("odd-lands", Number(seat), number) ? all - share : 0;
}

/** What has not reached a seat, of all pots and of its own bet. */
function coming(is: PokerRound, seat: string, waits: Waits): number {
  const home = waits("home", Number(seat)) ? cents(is.uncalled[seat]) : 0;
  return is.pots.reduce((sum, pot, index) => sum + comingOf(pot.won, seat, index + 1, waits), home);
}

/** Chips of a seat as far as they have come home. Who has left since sits there until the round is over. */
function seats(after: TableView, before: TableView, is: PokerRound, waits: Waits): NonNullable<TableView["seats"]> {
  const shown = { ...after.seats };
  for (const [key, { player }] of Object.entries(is.players)) {
    const now = after.seats?.[key];
    const old = before.seats?.[key];
    if (now?.player === player) shown[key] = { ...now, stack: wire(cents(now.stack) - coming(is, key, waits)) };
    else if (old) shown[key] = old;
  }
  return shown;
}

/** From the first of these on, what followed tells a result. */
const SETTLES = new Set(["poker-community-turned", "poker-bet-returned", "hand-shown", "hands-not-shown", "pot-won"]);

function happened(after: TableView, pending: readonly Step[], waits: Waits): Happened[] | null {
  if (pending.length === 0 || after.happened === null) return after.happened;
  const closed = Math.min(...pending.flatMap((step) => (step.does === "turn" ? [step.card ?? 0] : [])));
  return after.happened.map((act) => {
    let past = false;
    let pot = 0;
    const held = ({ event, place, values }: Happened["then"][number]): boolean => {
      if (event === "poker-community-turned") return String(values?.board ?? "").split(" ").length > closed;
      if (event === "poker-bet-returned") return waits("home", place);
      if (event === "hand-shown") return waits("named", place);
      if (event === "hands-not-shown") return waits("named") || waits("muck");
      if (event === "pot-won") {
        pot += 1;
        return waits("lands", undefined, pot) || waits("odd-lands", undefined, pot);
      }
      return past && waits("over");
    };
    const then = act.then.filter((told) => {
      const hides = held(told);
      past ||= SETTLES.has(told.event);
      return !hides;
    });
    return { ...act, then };
  });
}

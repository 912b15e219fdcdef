/**
 * A house-banked round in time: what happens between two views, to the millisecond, and what may be seen meanwhile.
 * The order of boxes is the floor's; the page only says when. The result belongs to the last card: nothing that
 * depends on it is in a masked view before the steps that open it are done.
 */

import { cardsOf } from "$lib/kit/cards";
import { cents } from "$lib/cents";
import type { Happened } from "$lib/types";
import { houseRound, type Bet, type Box, type HouseRound, type TableView } from "$lib/views";
import type { Pacing, Step } from "../shared/cursor.svelte";

/** Milliseconds. */
const T = {
  /** From "No more Bets" to the first card. */
  closes: 300,
  deal: 260,
  dealt: 90,
  turn: 320,
  /** Between own cards, and between cards of a street. */
  own: 110,
  /** From the call to the dealer's first card, and from one card to the next. */
  called: 200,
  next: 420,
  breath: 420,
  /** After the last card has begun to turn: the verdict; then the other hands, what is taken, what is paid. */
  verdict: 340,
  opens: 150,
  opensNext: 90,
  takes: 500,
  take: 240,
  takeNext: 120,
  pays: 900,
  pay: 420,
  restOther: 180,
  rest: 600,
  pushRest: 400,
  home: 240,
  /** The purse counts so long, from the moment that chips come home. */
  count: 880,
  award: 900,
  /** Reduced motion: cards fade, and the verdict and the payments wait. */
  fade: 80,
  waits: 300,
} as const;

/** Between payments of other boxes: at leisure, close together, all at once. */
const PAY_GAPS = [500, 60, 0] as const;
/** The end of the pause is left alone. */
const SPARE = 1_000;

/** Chips that have gone home from their spot. */
export type Lying = Bet & { home?: true };

type Numbered = [number: number, box: Box, before: Box | undefined];

export function steps(before: TableView, after: TableView, { reduced, hurried }: Pacing): Step[] {
  const was = houseRound(before);
  const is = houseRound(after);
  if (!was || !is || was.number !== is.number || is.phase === "void" || was.phase === "void") return [];
  const own = after.you?.places ?? [];
  const boxes = Object.entries(is.boxes).map(([key, box]): Numbered => [Number(key), box, was.boxes[key]]);
  const settled = boxes.filter(([, box, old]) => fresh(box, old).length || (box.awards?.length ?? 0) > (old?.awards?.length ?? 0));
  const reveals = settled.length > 0 || turned(was.dealer.hand, is.dealer.hand).length > 0;
  const first = [...dealt(was, is, boxes, own, reduced)];
  const street = [...streetOf(was, is, endOf(first), reduced)];
  const looks = reveals ? [] : looked(boxes, own, endOf(street, endOf(first)), reduced);
  const early = [...first, ...street, ...looks];
  if (!reveals) return early;
  const from = endOf(early);
  const pause = after.clock.asked.find((each) => each.for === "next")?.left ?? Infinity;
  for (const gap of hurried ? [0] : PAY_GAPS) {
    const made = revealed({ was, is, boxes, settled, own, from, gap, reduced });
    if (gap === 0 || (made.at(-1)?.at ?? 0) <= pause - SPARE) return [...early, ...made];
  }
  return early;
}

/** Spots of a box that have been settled between the two views. */
const fresh = (box: Box, old: Box | undefined): string[] =>
  Object.keys(box.bets).filter((spot) => box.bets[spot]?.result !== undefined && old?.bets[spot]?.result === undefined);

/** Places of cards that lay face down, or not at all, and are open now. */
function turned(before: string | undefined, after: string | undefined): number[] {
  const were = cardsOf(before);
  return cardsOf(after).flatMap((code, place) => (code !== null && (were[place] ?? null) === null ? [place] : []));
}

const endOf = (made: readonly Step[], from = 0): number => made.reduce((end, step) => Math.max(end, step.at), from);

// --- Until the decision -------------------------------------------------------------------------------------------

function dealt(was: HouseRound, is: HouseRound, boxes: readonly Numbered[], own: readonly number[], reduced: boolean): Step[] {
  const count = (hand: string | undefined): number => cardsOf(hand).length;
  const more = (box: number, old: string | undefined, now: string | undefined): { box: number; card: number }[] =>
    Array.from({ length: Math.max(0, count(now) - count(old)) }, (_, index) => ({ box, card: count(old) + index }));
  const cards = boxes.flatMap(([number, box, old]) => more(number, old?.hand, box.hand));
  if (cards.length === 0) return [];
  cards.push(...more(Infinity, was.dealer.hand, is.dealer.hand));
  cards.sort((a, b) => a.card - b.card || a.box - b.box);
  const closes = was.phase === "betting";
  const start = closes && !reduced ? T.closes : 0;
  const lies = (index: number): number => (reduced ? T.fade : start + index * T.dealt + T.deal);
  const last = cards.findLastIndex(({ box }) => own.includes(box));
  return [
    ...(closes ? [{ does: "close", at: 0, lasts: 140 }] : []),
    { does: "deal", at: start, lasts: lies(cards.length - 1) - start, opens: true as const },
    ...cards.map(({ box, card }, index) => ({ does: "card", at: reduced ? 0 : start + index * T.dealt, lasts: T.deal, box, card, sound: "card" as const })),
    { does: "lie", at: lies(last < 0 ? cards.length - 1 : last), lasts: 0, ...(last < 0 ? {} : { sound: "turn" as const }) },
    { does: "dealt", at: lies(cards.length - 1), lasts: 0 },
  ].sort((a, b) => a.at - b.at);
}

/** Cards of the board: dealt, turned one after the other, then the hands have their names. */
function streetOf(was: HouseRound, is: HouseRound, from: number, reduced: boolean): Step[] {
  const open = turned(was.board, is.board);
  if (open.length === 0) return [];
  const comes = cardsOf(is.board).length > cardsOf(was.board).length;
  const start = from + (comes && !reduced ? T.deal : 0);
  const last = start + (open.length - 1) * (reduced ? 0 : T.own);
  return [
    ...(comes ? [{ does: "street", at: from, lasts: T.deal }] : []),
    ...open.map((card, index) => turn("board", card, start + index * (reduced ? 0 : T.own))),
    { does: "name", at: last + (reduced ? T.fade : T.turn), lasts: 140, opens: true },
  ];
}

function looked(boxes: readonly Numbered[], own: readonly number[], from: number, reduced: boolean): Step[] {
  const found = boxes.filter(([number, box, old]) => own.includes(number) && old?.hand && turned(old.hand, box.hand).length);
  return found.flatMap(([number, box, old]) => {
    const cards = turned(old?.hand, box.hand);
    const at = (index: number): number => from + (reduced ? 0 : index * T.own);
    return [
      ...cards.map((card, index) => ({ ...turn("box", card, at(index)), box: number })),
      { does: "hand", at: at(cards.length - 1) + (reduced ? T.fade : T.turn), lasts: 140, box: number, opens: true as const },
    ];
  });
}

const turn = (of: string, card: number, at: number): Step => ({ does: "turn", of, card, at, lasts: T.turn, sound: "card", opens: true });

// --- Dealer to purse ----------------------------------------------------------------------------------------------

interface Revealing {
  was: HouseRound;
  is: HouseRound;
  boxes: readonly Numbered[];
  settled: readonly Numbered[];
  own: readonly number[];
  from: number;
  gap: number;
  reduced: boolean;
}

function revealed(round: Revealing): Step[] {
  const { was, is, boxes, settled, own, reduced } = round;
  const backs = turned(was.dealer.hand, is.dealer.hand);
  const hands = boxes.filter(([, box, old]) => turned(old?.hand, box.hand).length > 0).map(([number]) => number);
  const made: Step[] = [];
  const verdict = dealerTurns(made, round, backs);
  const opens = verdict === null ? round.from : verdict + (reduced ? 0 : T.opens);
  const takes = reduced ? (verdict ?? round.from) + T.waits : verdict === null ? round.from + T.called : verdict + T.takes;
  // many hands open closer together: the last of them shows its face before the first chip moves
  const apart = (takes - opens - T.turn / 2) / Math.max(1, hands.length - 1);
  const next = reduced ? 0 : Math.max(0, Math.min(T.opensNext, Math.floor(apart)));
  hands.forEach((box, index) => made.push({ does: "open", box, at: opens + index * next, lasts: T.turn, opens: true }));
  if (settled.length === 0) return made.sort((a, b) => a.at - b.at);
  const lost = inOrder(is, ["take"], settled.filter(([, box, old]) => fresh(box, old).some((spot) => !comesHome(box.bets[spot]))));
  const paid = inOrder(
    is,
    ["pay", "push", "return", "award"],
    settled.filter(([, box, old]) => fresh(box, old).some((spot) => comesHome(box.bets[spot])) || (box.awards?.length ?? 0) > (old?.awards?.length ?? 0)),
  );
  const known = new Map<number, number>();
  let over = takes;
  lost.forEach(([box, told, old], index) => {
    const at = takes + (reduced ? 0 : index * T.takeNext);
    made.push({ does: "take", box, spots: fresh(told, old).filter((spot) => !comesHome(told.bets[spot])), at, lasts: T.take });
    known.set(box, at + (reduced ? 0 : T.take));
    over = Math.max(over, at + (reduced ? 0 : T.take));
  });
  let pays = reduced ? takes : Math.max(takes + T.pays - T.takes, takes + (lost.length - 1) * T.takeNext + T.take + 40);
  for (const [box, told, old] of paid) {
    const spots = fresh(told, old).filter((spot) => comesHome(told.bets[spot]));
    const mine = own.includes(box);
    const wins = spots.length === 0 || spots.some((spot) => told.bets[spot]?.result === "win");
    const lands = reduced ? pays : pays + (wins ? T.pay : 0);
    const goes = reduced ? pays : lands + (wins ? (mine ? T.rest : T.restOther) : T.pushRest);
    made.push({ does: "pay", box, spots, chips: spots.map((spot) => cents(told.bets[spot]?.paid)), at: pays, lasts: T.pay });
    made.push({ does: "land", box, spots, at: lands, lasts: 0, ...(mine && wins ? { sound: "stack" as const } : {}) });
    made.push({ does: "home", box, spots, at: goes, lasts: T.home, ...(mine ? { sound: "chip" as const } : {}) });
    known.set(box, lands);
    over = Math.max(over, reduced ? goes : goes + (mine ? T.count : T.home));
    if (!reduced) pays += mine ? PAY_GAPS[0] : round.gap;
  }
  const ours = own.filter((place) => known.has(place)).map((place) => known.get(place) ?? 0);
  const awards = is.waiting.filter((each) => each.for === "jackpot").map((each) => each.box);
  for (const box of awards) {
    made.push({ does: "award", box, at: over, lasts: T.award, ...(own.includes(box ?? 0) ? { sound: "award" as const } : {}) });
    if (!reduced) over += T.award;
  }
  made.push({ does: "result", at: ours.length ? Math.max(...ours) : over, lasts: 0 });
  for (const [box] of lost) if (!paid.some(([other]) => other === box)) made.push({ does: "home", box, at: over, lasts: 0 });
  made.sort((a, b) => a.at - b.at);
  return [...made, { does: "over", at: over, lasts: 0 }];
}

/** The dealer's cards one by one, a breath before the last of them, and the verdict; null if none is turned. */
function dealerTurns(made: Step[], { was, is, from, reduced }: Revealing, backs: readonly number[]): number | null {
  if (backs.length === 0) return null;
  const dealt = cardsOf(is.dealer.hand).length - cardsOf(was.dealer.hand).length;
  const called = from + (dealt > 0 && !reduced ? (dealt - 1) * T.dealt + T.deal : 0);
  if (dealt > 0) made.push({ does: "dealer", at: from, lasts: called - from });
  made.push({ does: "call", at: called, lasts: 140 });
  const last = backs.length - 1;
  const breath = called + T.called + (last > 0 ? (last - 1) * T.next + T.turn : 0);
  backs.forEach((card, index) => {
    const moving = index < last ? called + T.called + index * T.next : breath + T.breath;
    made.push(turn("dealer", card, reduced ? called + index * T.fade : moving));
  });
  if (!reduced) made.push({ does: "breath", at: breath, lasts: T.breath, of: "dealer", card: backs[last] ?? 0 });
  const verdict = reduced ? called + last * T.fade + T.waits : breath + T.breath + T.verdict;
  made.push({ does: "verdict", at: verdict, lasts: 140, opens: true });
  made.sort((a, b) => a.at - b.at);
  return verdict;
}

const comesHome = (bet: Bet | undefined): boolean => cents(bet?.returned) + cents(bet?.paid) > 0;

/** As the floor settles; without its order, by number. */
function inOrder(is: HouseRound, does: readonly string[], boxes: readonly Numbered[]): Numbered[] {
  const order = (is.order ?? []).filter((each) => does.includes(each.does)).map((each) => each.box);
  const place = ([number]: Numbered): number => (order.includes(number) ? order.indexOf(number) : order.length + number);
  return [...boxes].sort((a, b) => place(a) - place(b));
}

// --- What may be seen ---------------------------------------------------------------------------------------------

/** Acts that belong to a moment of the table; the others go on whatever is shown. */
const OF_THE_GAME = new Set(["bet", "withdraw", "ready", "look", "decision", "choice"]);

export function mask(after: TableView, before: TableView, pending: readonly Step[], newest: TableView): TableView {
  const is = houseRound(after);
  const was = houseRound(before);
  if (!is || !was) return after;
  const waits = (does: string, box?: number): boolean => pending.some((step) => step.does === does && (box === undefined || step.box === box));
  const round = maskedRound(is, was, pending, waits);
  const behind = pending.length > 0 || after !== newest;
  const hidden = waits("result");
  const looking = waits("hand");
  const shown: TableView = {
    ...after,
    version: looking ? before.version : after.version,
    state: waits("over") ? before.state : after.state,
    said: waits("verdict") || waits("close") ? before.said : after.said,
    round,
    clock: behind ? clockOf(newest, round) : after.clock,
    happened: happened(after, was, pending, waits),
  };
  if (after.players) shown.players = stacks(after, before, waits);
  if (newest.stands && !(newest.stands.why === "award" && waits("over"))) shown.stands = newest.stands;
  else delete shown.stands;
  if (after.you && behind) {
    const may = hidden || looking ? (before.you?.may ?? []) : after.you.may;
    const asks = !(hidden || waits("lie") || waits("name"));
    const still = new Set((newest.you?.may ?? []).map((option) => option.do));
    shown.you = {
      ...after.you,
      notices: hidden ? (before.you?.notices ?? []) : after.you.notices,
      may: may.filter((option) => (asks || !OF_THE_GAME.has(option.kind)) && (looking || still.has(option.do))),
    };
  }
  return shown;
}

type Waits = (does: string, box?: number) => boolean;

function maskedRound(is: HouseRound, was: HouseRound, pending: readonly Step[], waits: Waits): HouseRound {
  const backs = (of: string, hand: string | undefined, box?: number): string | undefined => {
    const closed = new Set(pending.flatMap((step) => (step.does === "turn" && step.of === of && step.box === box ? [step.card] : [])));
    return hand === undefined || closed.size === 0 ? hand : hand.split(" ").map((code, place) => (closed.has(place) ? "??" : code)).join(" ");
  };
  const hidden = waits("result");
  const dealing = waits("deal");
  const round: HouseRound = { ...is, boxes: {}, dealer: { ...is.dealer } };
  if (waits("lie")) round.phase = "dealing";
  else if (hidden) round.phase = waits("call") ? was.phase : "settling";
  if (hidden) {
    round.status = "open";
    delete round.order;
  }
  if (waits("over") && round.jackpot) round.jackpot = { link: round.jackpot.link, before: round.jackpot.before };
  if (hidden || waits("lie") || waits("name")) round.waiting = [];
  else round.waiting = is.waiting.filter((each) => each.for !== "jackpot" || !waits("award", each.box));
  put(round, "board", waits("street") ? was.board : backs("board", is.board));
  put(round.dealer, "hand", dealing || waits("dealer") ? was.dealer.hand : backs("dealer", is.dealer.hand));
  if (dealing) put(round.dealer, "up", was.dealer.up);
  if (waits("verdict")) {
    delete round.dealer.makes;
    delete round.dealer.qualifies;
  }
  for (const [key, box] of Object.entries(is.boxes)) {
    const number = Number(key);
    const old = was.boxes[key];
    const shown: Box = { ...box };
    if (dealing || waits("open", number)) put(shown, "hand", old?.hand);
    else if (waits("hand", number)) put(shown, "hand", backs("box", box.hand, number));
    if (dealing || waits("open", number) || waits("hand", number) || waits("name")) put(shown, "makes", old?.makes);
    if (waits("hand", number)) shown.looked = old?.looked ?? false;
    const closed = new Set(pending.flatMap((step) => ((step.does === "take" || step.does === "land") && step.box === number ? (step.spots ?? []) : [])));
    const unknown = waits("take", number) || waits("land", number) || (waits("verdict") && waits("over"));
    const home = is.phase !== "void" && !waits("home", number);
    shown.bets = Object.fromEntries(
      Object.entries(box.bets).map(([spot, bet]): [string, Lying] => {
        if (bet.result === undefined) return [spot, bet];
        if (closed.has(spot)) return [spot, { staked: bet.staked }];
        return [spot, home ? { ...bet, home: true } : bet];
      }),
    );
    if (unknown) {
      delete shown.net;
      put(shown, "awards", old?.awards);
      put(shown, "pushed", old?.pushed);
      if (shown.standing === "returned" && old) shown.standing = old.standing;
    }
    round.boxes[key] = shown;
  }
  return round;
}

/** Sets a key, or takes it away. */
function put<T extends object, K extends keyof T>(on: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete on[key];
  else on[key] = value;
}

/** The floor's clock, as far as it asks for what is shown. */
function clockOf(newest: TableView, round: HouseRound): TableView["clock"] {
  const over = round.phase === "settled" || round.phase === "void";
  const asked = newest.clock.asked.filter((each) => {
    if (each.box !== undefined) return round.waiting.some((wait) => wait.box === each.box);
    return each.for === "next" ? over : round.phase === "betting";
  });
  return { ...newest.clock, asked };
}

/** Chips of a player as they were until those of their boxes are home. */
function stacks(after: TableView, before: TableView, waits: Waits): TableView["players"] {
  return Object.fromEntries(
    Object.entries(after.players ?? {}).map(([name, told]) => {
      const old = before.players?.[name];
      const away = told.places.some((place) => waits("home", place));
      return [name, old && away ? { ...told, stack: old.stack } : told];
    }),
  );
}

/** From the first of these on, what followed tells a result. */
const TELLS: Record<string, (waits: Waits, box: number) => boolean> = {
  "bets-closed": (waits) => waits("close"),
  "hand-examined": (waits, box) => waits("hand", box),
  "community-turned": (waits) => waits("name"),
  "dealer-revealed": (waits) => waits("verdict"),
  "box-settled": (waits, box) => waits("take", box) || waits("land", box) || waits("verdict"),
};
const SETTLES = new Set(["community-turned", "dealer-revealed", "box-settled"]);

function happened(after: TableView, was: HouseRound, pending: readonly Step[], waits: Waits): Happened[] | null {
  if (pending.length === 0 || after.happened === null) return after.happened;
  let past = false;
  return after.happened.map((act) => ({
    ...act,
    then: act.then.filter((told) => {
      const held = TELLS[told.event]?.(waits, told.place ?? 0) ?? (past && waits("over"));
      past ||= SETTLES.has(told.event) && was.phase !== "settled";
      return !held;
    }),
  }));
}

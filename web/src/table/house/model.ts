/** A view, turned into what is drawn. Nothing is worked out that the view does not say. */

import { cardsOf } from "$lib/kit/cards";
import { cents } from "$lib/money";
import { called, pictureOf } from "$lib/names.svelte";
import { gameOf, houseRound, type Box, type HouseRound, type Makes, type Option, type SignView, type TableView } from "$lib/views";
import type { Lying } from "./reveal";
import { spotKey, type Amounts, type BetOption, type Offers } from "./betting";

export type BetState = "" | "won" | "lost" | "pushed" | "returned";

export interface DrawnBet {
  spot: string;
  /** Cents that lie there now; after settlement what goes home from there. */
  lies: number;
  staked: number;
  /** Of what lies there, the payment beside the stake. */
  paid: number;
  state: BetState;
}

export interface DrawnBox {
  number: number;
  /** As others see them. */
  player: string;
  picture: number;
  mine: boolean;
  cards: readonly (string | null)[];
  hand: string;
  looked: boolean;
  standing: string;
  /** The last decision: "play". */
  decision: string;
  bets: Readonly<Record<string, DrawnBet>>;
  staked: number;
  /** Somebody waits for its decision or its choice. */
  asked: "" | "decision" | "choice";
  award: string;
  net: number | null;
  makes: Makes | null;
  connected: boolean;
  /** Its bets are placed as meant. */
  ready: boolean;
}

export interface Drawn {
  table: string;
  game: string;
  round: number;
  phase: HouseRound["phase"];
  over: boolean;
  count: number;
  /** The spots that the table has, the later ones included. */
  spots: ReadonlySet<string>;
  dealer: { cards: readonly (string | null)[]; makes: Makes | null; qualifies: boolean | null };
  board: readonly (string | null)[] | null;
  boxes: ReadonlyMap<number, DrawnBox>;
  own: readonly number[];
  /** Who sits in the middle of the picture: you, or the middle box for somebody who looks on. */
  middle: readonly number[];
}

const LATER: Record<string, readonly string[]> = {
  "three-card-poker": ["play"],
  "casino-stud": ["bet"],
  "progressive-holdem": ["flop", "turn", "river"],
};

export function drawn(view: TableView, sign: SignView | null): Drawn {
  const round = houseRound(view) as HouseRound;
  const game = gameOf(view.rulebook);
  const own = view.you?.places ?? [];
  const count = (sign as { boxes?: number } | null)?.boxes ?? 7;
  const asked = new Map<number, "decision" | "choice">();
  const awards = new Map<number, string>();
  for (const each of round.waiting) {
    if (each.box === undefined) continue;
    if (each.for === "decision" || each.for === "choice") asked.set(each.box, each.for);
    if (each.for === "jackpot") awards.set(each.box, each.award ?? "held");
  }
  const here = new Map(Object.entries(view.players ?? {}).map(([player, told]) => [player, told.connected]));
  const boxes = new Map(
    Object.entries(round.boxes).map(([key, box]) => {
      const number = Number(key);
      const whose = { mine: own.includes(number), connected: here.get(box.player) ?? false };
      return [number, drawnBox(number, box, round, { ...whose, asked: asked.get(number) ?? "", award: awards.get(number) ?? "" })];
    }),
  );
  return {
    table: view.name,
    game,
    round: round.number,
    phase: round.phase,
    over: round.phase === "settled" || round.phase === "void",
    count,
    spots: spotsOf(view, sign, game),
    dealer: {
      cards: cardsOf(round.dealer?.hand),
      makes: round.dealer?.makes ?? null,
      qualifies: round.dealer?.qualifies ?? null,
    },
    board: round.board === undefined ? null : cardsOf(round.board),
    boxes,
    own,
    middle: own.length ? own : [Math.min(count, Math.ceil((count + 1) / 2))],
  };
}

function spotsOf(view: TableView, sign: SignView | null, game: string): ReadonlySet<string> {
  const limits = Object.keys((sign?.limits ?? {}) as object);
  const named = Object.keys(view.words?.spots ?? {});
  const first = limits.length ? limits : named.filter((spot) => !LATER[game]?.includes(spot));
  return new Set([...first, ...(LATER[game] ?? [])]);
}

/** A view that nobody saw coming: chips that were settled have left their spots. */
export function atRest(view: TableView): TableView {
  const round = houseRound(view);
  if (!round || round.phase === "void") return view;
  const home = (bets: Box["bets"]): Record<string, Lying> =>
    Object.fromEntries(Object.entries(bets).map(([spot, bet]) => [spot, bet.result === undefined ? bet : { ...bet, home: true }]));
  const boxes = Object.fromEntries(Object.entries(round.boxes).map(([key, box]) => [key, { ...box, bets: home(box.bets) }]));
  return { ...view, round: { ...round, boxes } };
}

type Whose = Pick<DrawnBox, "mine" | "connected" | "asked" | "award">;

function drawnBox(number: number, box: Box, round: HouseRound, whose: Whose): DrawnBox {
  const bets: Record<string, DrawnBet> = {};
  let staked = 0;
  for (const [spot, bet] of Object.entries(box.bets as Record<string, Lying>)) {
    const home = cents(bet.returned) + cents(bet.paid);
    bets[spot] = {
      spot,
      staked: cents(bet.staked),
      lies: bet.home ? 0 : bet.result === undefined ? cents(bet.staked) : home,
      paid: bet.home ? 0 : cents(bet.paid),
      state: bet.home ? "" : stateOf(bet.result, home),
    };
    staked += cents(bet.staked);
  }
  return {
    number,
    player: called(box.player),
    picture: pictureOf(box.player),
    cards: cardsOf(box.hand),
    hand: box.hand ?? "",
    looked: box.looked,
    standing: box.standing,
    decision: box.decisions[box.decisions.length - 1] ?? "",
    bets,
    staked,
    net: box.net === undefined || round.phase === "betting" || staked === 0 ? null : cents(box.net),
    makes: box.makes ?? null,
    ready: box.ready ?? false,
    ...whose,
  };
}

function stateOf(result: string | undefined, home: number): BetState {
  switch (result) {
    case undefined:
      return "";
    case "win":
      return "won";
    case "push":
      return "pushed";
    case "returned":
      return "returned";
    default:
      return home > 0 ? "returned" : "lost";
  }
}

// --- What may be done ---------------------------------------------------------------------------------------------

export interface Offered {
  offers: Offers;
  looks: ReadonlyMap<number, Option>;
  decisions: ReadonlyMap<number, readonly Option[]>;
  choices: ReadonlyMap<number, readonly Option[]>;
  sits: ReadonlyMap<number, Option>;
  frees: ReadonlyMap<number, Option>;
  /** Boxes whose bets are placed; saying so lets the floor close. */
  ready: readonly Option[];
  tops: Option | null;
  leaves: Option | null;
}

const spotOf = (option: Option): string => option.do.split(" ").slice(-1)[0] ?? "";
export const placeOf = (option: Option): number => option.place ?? Number(option.do.split(" ")[0]);

export function offered(view: TableView): Offered {
  const bets = new Map<string, BetOption>();
  const withdrawals = new Map<string, string>();
  const looks = new Map<number, Option>();
  const decisions = new Map<number, Option[]>();
  const choices = new Map<number, Option[]>();
  const sits = new Map<number, Option>();
  const frees = new Map<number, Option>();
  const ready: Option[] = [];
  let tops: Option | null = null;
  let leaves: Option | null = null;
  const list = (map: Map<number, Option[]>, option: Option) => map.set(placeOf(option), [...(map.get(placeOf(option)) ?? []), option]);
  for (const option of (view.you?.may ?? []) as Option[]) {
    const place = placeOf(option);
    switch (option.kind) {
      case "bet":
        bets.set(spotKey(place, spotOf(option)), {
          do: option.do,
          place,
          spot: spotOf(option),
          from: cents(option.from),
          to: cents(option.to),
        });
        break;
      case "withdraw":
        withdrawals.set(spotKey(place, spotOf(option)), option.do);
        break;
      case "look":
        looks.set(place, option);
        break;
      case "decision":
        list(decisions, option);
        break;
      case "choice":
        list(choices, option);
        break;
      case "seat":
        if (option.do.includes(" sits ")) sits.set(place, option);
        else frees.set(place, option);
        break;
      case "ready":
        ready.push(option);
        break;
      case "chips":
        tops = option;
        break;
      case "leave":
        leaves = option;
        break;
    }
  }
  return { offers: { bets, withdrawals }, looks, decisions, choices, sits, frees, ready, tops, leaves };
}

/** What lies on your spots while bets are open. */
export function lying(table: Drawn): Amounts {
  const found: Record<string, number> = {};
  for (const place of table.own) {
    for (const bet of Object.values(table.boxes.get(place)?.bets ?? {})) found[spotKey(place, bet.spot)] = bet.lies;
  }
  return found;
}

/** What you bet at the start of a round, for betting it again: only spots that take bets at the sign's limits. */
export function firstBets(table: Drawn, sign: SignView | null): Record<string, number> {
  const first = new Set(Object.keys((sign?.limits ?? {}) as object));
  const found: Record<string, number> = {};
  for (const place of table.own) {
    for (const bet of Object.values(table.boxes.get(place)?.bets ?? {})) {
      if (first.has(bet.spot) && bet.staked > 0) found[spotKey(place, bet.spot)] = bet.staked;
    }
  }
  return found;
}

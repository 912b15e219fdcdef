/** A table from the dealer's side: each place as a column, whatever its game. What the view does not say is left out. */

import { cents, whole } from "$lib/money";
import { houseRound, isPoker, pokerRound, type Bet, type Box, type HouseRound, type Makes, type Option, type SignView, type TableView } from "$lib/views";
import { say, sayIfKnown } from "$lib/words/words.svelte";

export interface Line {
  name: string;
  amount: string;
  tone: "" | "gain" | "loss";
}

/** What the dealer does at a place, or what has been done there. */
export interface Todo {
  word: string;
  figure: string;
  tone: "" | "pay" | "take" | "done";
  /** In cents: to be paid out in chips. */
  pays: number;
}

export interface Place {
  number: number;
  /** Empty if nobody sits there. */
  player: string;
  hand: string;
  makes: Makes | null;
  lines: Line[];
  todo: Todo | null;
  /** Out of the round. */
  out: boolean;
  asked: boolean;
  button: boolean;
}

export const spotName = (view: TableView, spot: string): string =>
  sayIfKnown(`spot.${spot}`, view.words?.spots[spot] ?? spot);
export const decisionName = (view: TableView, decision: string): string =>
  sayIfKnown(`decision.${decision}`, view.words?.decisions[decision] ?? decision);

export function placesOf(view: TableView, sign: SignView | null): Place[] {
  const count = Number((sign as { boxes?: number; seats?: number } | null)?.boxes ?? (sign as { seats?: number } | null)?.seats ?? 0);
  const taken = isPoker(view) ? seats(view) : boxes(view);
  const most = Math.max(count, ...taken.keys());
  return Array.from({ length: most }, (_, at) => taken.get(at + 1) ?? empty(at + 1));
}

const empty = (number: number): Place => ({
  number,
  player: "",
  hand: "",
  makes: null,
  lines: [],
  todo: null,
  out: false,
  asked: false,
  button: false,
});

// --- House-banked ---------------------------------------------------------------------------------------------------

function boxes(view: TableView): Map<number, Place> {
  const round = houseRound(view);
  const found = new Map<number, Place>();
  for (const [player, { places }] of Object.entries(view.players ?? {})) {
    for (const number of places) found.set(number, { ...empty(number), player });
  }
  if (!round) return found;
  const asked = new Set(round.waiting.filter((each) => each.for === "decision" || each.for === "choice").map((each) => each.box));
  for (const [key, box] of Object.entries(round.boxes)) {
    const number = Number(key);
    found.set(number, {
      ...empty(number),
      player: box.player,
      hand: box.hand ?? "",
      makes: box.makes ?? null,
      lines: linesOf(view, round, key, box),
      todo: todoOf(view, round, key, box),
      out: box.standing !== "in-play",
      asked: asked.has(number),
    });
  }
  return found;
}

/** In the order on the felt: the Ante, the bets of decisions, side bets, and last the coin. */
export const inOrder = (view: TableView, bets: Record<string, Bet>): [string, Bet][] => {
  const spots = Object.keys(view.words?.spots ?? {});
  const decisions = view.words?.decisions ?? {};
  const weight = (spot: string): number =>
    spot === "ante" ? 0 : spot === "jackpot" ? 300 : spots.indexOf(spot) + (spot in decisions ? 100 : 200);
  return Object.entries(bets).sort(([one], [other]) => weight(one) - weight(other));
};

function linesOf(view: TableView, round: HouseRound, key: string, box: Box): Line[] {
  const due = round.due?.[key];
  const settled = due?.bets ?? (box.net === undefined ? null : box.bets);
  const awards = due?.awards ?? box.awards ?? [];
  const lines = inOrder(view, settled ?? box.bets).map(([spot, bet]) =>
    settled ? settledLine(spotName(view, spot), bet) : { name: spotName(view, spot), amount: whole(bet.staked), tone: "" as const },
  );
  const coin = lines.findIndex((line) => line.name.startsWith(spotName(view, "jackpot")));
  const bonuses = awards.map((award) => ({
    name: sayIfKnown(`pay.award.${award.award}`, award.award),
    amount: `+${whole(award.paid)}`,
    tone: "gain" as const,
  }));
  lines.splice(coin < 0 ? lines.length : coin, 0, ...bonuses);
  return lines;
}

function settledLine(spot: string, bet: Bet): Line {
  const name = `${spot} ${whole(bet.staked)}`;
  if (cents(bet.paid) > 0) return { name, amount: `+${whole(bet.paid ?? "0")}`, tone: "gain" };
  if (cents(bet.returned) < cents(bet.staked)) return { name, amount: say("staff.take"), tone: "loss" };
  return { name, amount: say(bet.result === "returned" ? "staff.back" : "staff.push"), tone: "" };
}

/** Of all lines of a box: chips to pay out, and chips to take. */
export function settlement(bets: Record<string, Bet>, awards: readonly { paid: string }[]): { pays: number; takes: number } {
  const lines = Object.values(bets);
  const pays = lines.reduce((sum, bet) => sum + cents(bet.paid), 0) + awards.reduce((sum, award) => sum + cents(award.paid), 0);
  return { pays, takes: lines.reduce((sum, bet) => sum + cents(bet.staked) - cents(bet.returned), 0) };
}

function todoOf(view: TableView, round: HouseRound, key: string, box: Box): Todo | null {
  const staked = Object.values(box.bets).reduce((sum, bet) => sum + cents(bet.staked), 0);
  const due = round.due?.[key];
  if (due) return paying(settlement(due.bets, due.awards));
  if (round.status === "void") return staked > 0 ? done(say("staff.returned"), whole(staked)) : null;
  if (box.net !== undefined) return done(say("staff.net"), plus(box.net));
  if (round.phase === "settling" && box.standing === "folded") return { word: say("staff.take"), figure: whole(staked), tone: "take", pays: 0 };
  const last = box.decisions[box.decisions.length - 1];
  if (last) return done(say("staff.decided"), decisionName(view, last));
  if (box.standing === "returned") return done(say("staff.out"), "–");
  if (box.hand) return done(say(box.looked ? "staff.looked" : "staff.dealt"), String(box.hand.split(" ").length));
  return staked > 0 ? done(say("staff.staked"), whole(staked)) : null;
}

function paying({ pays, takes }: { pays: number; takes: number }): Todo {
  if (pays === 0 && takes === 0) return { word: say("staff.push"), figure: "0", tone: "done", pays: 0 };
  if (pays === 0) return { word: say("staff.take"), figure: whole(takes), tone: "take", pays };
  const word = takes > 0 ? say("staff.pay.take", { pays: whole(pays), takes: whole(takes) }) : say("staff.pay");
  return { word, figure: whole(pays), tone: "pay", pays };
}

const plus = (amount: string): string => (cents(amount) > 0 ? "+" : "") + whole(amount);
const done = (word: string, figure: string): Todo => ({ word, figure, tone: "done", pays: 0 });

// --- Poker ----------------------------------------------------------------------------------------------------------

function seats(view: TableView): Map<number, Place> {
  const round = pokerRound(view);
  const taken = Object.entries(view.seats ?? {}).map(([key, { player }]) => ({ ...empty(Number(key)), player }));
  return new Map(taken.map((place) => [place.number, { ...place, asked: round?.turn === place.number, button: round?.button === place.number }]));
}

// --- What may be said -----------------------------------------------------------------------------------------------

export const optionsAt = (view: TableView, place: number): Option[] =>
  ((view.you?.may ?? []) as Option[]).filter((option) => option.place === place);

const STEPS = ["close", "dealt", "settle", "next", "start"];

/** The one thing that the table waits for the dealer to say. */
export const stepOf = (view: TableView): Option | undefined =>
  ((view.you?.may ?? []) as Option[]).find((option) => STEPS.includes(option.do));

/** Whom it waits for meanwhile. */
export function waitsFor(view: TableView): number[] {
  const waiting = (isPoker(view) ? pokerRound(view)?.waiting : houseRound(view)?.waiting) ?? [];
  return waiting.flatMap((each) => (each.for === "decision" || each.for === "choice" ? [each.box ?? each.seat ?? 0] : []));
}

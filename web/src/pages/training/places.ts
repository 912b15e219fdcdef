/** A drill's table as places, whatever its game. What the view does not say is left out. */

import { whole } from "$lib/money";
import type { DrillTable } from "$lib/types";
import type { HouseRound, PokerRound } from "$lib/views";
import type { Key } from "$lib/words/catalogue";
import { say } from "$lib/words/words.svelte";
import { spotName } from "./words";

export interface SeenLine {
  spot: string;
  name: string;
  amount: string;
  coin: boolean;
}

export interface Seen {
  number: number;
  /** Empty if nobody sits there. */
  player: string;
  hand: string;
  looked: boolean;
  /** A key of the catalogue: why it takes no part. */
  out: Key | "";
  button: boolean;
  lines: SeenLine[];
}

export interface SeenTable {
  poker: boolean;
  places: Seen[];
  dealer: string;
  board: string;
  burnt: number;
  pots: string[];
  /** What stands on the sign. */
  sign: string[];
}

interface Sign {
  boxes?: number;
  seats?: number;
  limits?: Record<string, [string, string]>;
  blinds?: [string, string];
  rake?: { percent: string; cap: string | null };
  chip?: string;
}

export function placesOf(table: DrillTable): SeenTable {
  const sign = table.sign as Sign;
  return sign.seats ? ofPoker(table, sign) : ofHouse(table, sign);
}

const empty = (number: number): Seen => ({ number, player: "", hand: "", looked: false, out: "", button: false, lines: [] });

function filled(found: Map<number, Seen>, count: number): Seen[] {
  const most = Math.max(count, ...found.keys());
  return Array.from({ length: most }, (_, at) => found.get(at + 1) ?? empty(at + 1));
}

function ofHouse(table: DrillTable, sign: Sign): SeenTable {
  const round = table.round as unknown as HouseRound;
  const found = new Map<number, Seen>();
  const order = Object.keys(table.words.spots ?? {});
  for (const [key, box] of Object.entries(round.boxes)) {
    const number = Number(key);
    const bets = Object.entries(box.bets).sort(([one], [other]) => weight(order, one) - weight(order, other));
    found.set(number, {
      ...empty(number),
      player: box.player,
      hand: box.hand ?? "",
      looked: box.looked,
      out: "gone" in box ? "training.gone" : box.standing === "folded" ? "training.folded" : box.standing === "returned" ? "training.out" : "",
      lines: bets.map(([spot, bet]) => ({ spot, name: spotName(table, spot), amount: bet.staked, coin: spot === "jackpot" })),
    });
  }
  return {
    poker: false,
    places: filled(found, sign.boxes ?? 7),
    dealer: round.dealer?.hand ?? "",
    board: round.board ?? "",
    burnt: round.burnt,
    pots: [],
    sign: Object.entries(sign.limits ?? {}).map(([spot, [low, high]]) =>
      low === high
        ? say("training.sign.fixed", { spot: spotName(table, spot), amount: whole(low) })
        : say("training.sign.limits", { spot: spotName(table, spot), low: whole(low), high: whole(high) }),
    ),
  };
}

const weight = (order: string[], spot: string): number => (spot === "jackpot" ? 99 : order.indexOf(spot));

interface SeatView {
  player: string;
  stack: string;
  away: boolean;
  waits: boolean;
  missed: string[];
}

function ofPoker(table: DrillTable, sign: Sign): SeenTable {
  const round = table.round as unknown as Partial<PokerRound>;
  const seats = (table.seats ?? {}) as Record<string, SeatView>;
  const found = new Map<number, Seen>();
  const button = round.button ?? table.button ?? 0;
  for (const [key, seat] of Object.entries(seats)) {
    const number = Number(key);
    found.set(number, {
      ...empty(number),
      player: seat.player,
      out: seat.away ? "training.away" : seat.waits ? "training.waits" : "",
      button: number === button,
      lines: [
        ...seat.missed.map((blind) => ({ spot: blind, name: say(blind === "big" ? "training.missed.big" : "training.missed.small"), amount: "", coin: false })),
        { spot: "stack", name: say("training.stack"), amount: seat.stack, coin: false },
      ],
    });
  }
  for (const [key, player] of Object.entries(round.players ?? {})) {
    const number = Number(key);
    const known = found.get(number) ?? empty(number);
    const bet = player.bet && player.bet !== "0.00" ? [{ spot: "bet", name: say("training.bet"), amount: player.bet, coin: false }] : [];
    found.set(number, {
      ...known,
      player: known.player || player.player,
      hand: player.folded && !player.hand ? "" : player.hand,
      looked: player.looked,
      out: player.folded ? "training.folded" : known.out,
      button: number === button,
      lines: [...bet, ...(player.all_in ? [{ spot: "allin", name: say("training.allin"), amount: "", coin: false }] : []), ...known.lines],
    });
  }
  if (button && !found.has(button)) found.set(button, { ...empty(button), button: true });
  return {
    poker: true,
    places: filled(found, sign.seats ?? 9),
    dealer: "",
    board: round.board ?? "",
    burnt: round.burnt ?? 0,
    pots: (round.pots ?? []).map((pot) => pot.amount),
    sign: [
      say("training.sign.blinds", { small: whole(sign.blinds?.[0] ?? ""), big: whole(sign.blinds?.[1] ?? "") }),
      sign.rake?.cap
        ? say("training.sign.rake.cap", { percent: String(Number(sign.rake.percent)), cap: whole(sign.rake.cap), chip: whole(sign.chip ?? "") })
        : say("training.sign.rake", { percent: String(Number(sign.rake?.percent ?? 0)), chip: whole(sign.chip ?? "") }),
    ],
  };
}

/** How wide cards can be, and how far they overlap, so that a hand fits. */
export function fit(room: number, count: number, most: number): { width: number; gap: number } {
  const width = Math.max(20, Math.min(most, room / (1 + 0.5 * Math.max(count - 1, 0))));
  const step = count > 1 ? Math.min(width + 4, (room - width) / (count - 1)) : width;
  return { width: Math.round(width), gap: Math.floor(step - Math.round(width)) };
}

/** The seats of a poker table as their dealer sees them: seat 1 at the left hand, then clockwise. */

import { cents, whole } from "$lib/money";
import { pokerRound, type PokerRound, type TableView } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import type { Place } from "../../staff/places";

export interface Plate {
  number: number;
  player: string;
  state: "free" | "turn" | "live" | "all-in" | "out";
  /** Chips behind, or how the seat stands. */
  figure: string;
  bet: number;
  button: boolean;
  /** Carries the "missed Blind" button. */
  missed: boolean;
}

export function platesOf(view: TableView, places: readonly Place[]): Plate[] {
  const round = pokerRound(view);
  return places.map(({ number, player, button }) => {
    const plate: Plate = { number, player, state: "out", figure: "", bet: 0, button, missed: false };
    const seat = view.seats?.[String(number)];
    if (!player) return { ...plate, state: "free", figure: say("dealer.seat.free") };
    const hand = round?.status === "open" ? round.players[String(number)] : undefined;
    const bet = cents(hand?.bet ?? "0");
    const missed = seat?.missed.includes("big") ?? false;
    const chips = whole(seat?.stack ?? "0");
    if (hand && !hand.folded) return { ...plate, ...standing(round as PokerRound, number, chips), bet, missed };
    if (hand) return { ...plate, figure: say("dealer.seat.folded"), bet, missed };
    if (seat?.away) return { ...plate, figure: say("staff.away"), missed };
    if (seat?.waits) return { ...plate, figure: say("staff.waits"), missed };
    return { ...plate, state: round?.status === "open" ? "out" : "live", figure: chips, missed };
  });
}

function standing(round: PokerRound, number: number, chips: string): Pick<Plate, "state" | "figure"> {
  if (round.mucked?.includes(number)) return { state: "out", figure: say("dealer.seat.mucked") };
  if (round.players[String(number)]?.all_in) return { state: "all-in", figure: say("dealer.seat.allin") };
  return { state: round.turn === number ? "turn" : "live", figure: chips };
}

/** As parts of the width and the height, for nine seats; others lie on the same line. */
const LINE: readonly (readonly [number, number])[] = [
  ...([[0.123, 0.62], [0.095, 0.4], [0.165, 0.175], [0.34, 0.105], [0.505, 0.095]] as const),
  ...([[0.67, 0.105], [0.845, 0.175], [0.905, 0.4], [0.877, 0.62]] as const),
];

/** Where the plate of a seat lies among so many, in per cent. */
export function pointOf(number: number, seats: number): { x: number; y: number } {
  const along = seats < 2 ? 4 : ((number - 1) / (seats - 1)) * (LINE.length - 1);
  const before = LINE[Math.floor(along)] ?? [0.5, 0.1];
  const after = LINE[Math.ceil(along)] ?? before;
  const part = along - Math.floor(along);
  const between = (at: 0 | 1) => 100 * (before[at] + part * (after[at] - before[at]));
  return { x: between(0), y: between(1) };
}

/** The pots in the pause before the payments, one after the other as the dealer pushes them. */

import { cents, whole } from "$lib/money";
import type { PokerRound } from "$lib/views";
import { listed, say } from "$lib/words/words.svelte";

export interface DuePot {
  key: string;
  name: string;
  /** What it is made of. */
  more: string;
  /** To whom. */
  to: string;
  cites: readonly string[];
  amount: number;
  /** What the dealer says. */
  call: string;
}

export function potWord(at: number, pots: number): string {
  if (pots === 1) return say("dealer.pot.only");
  return at === 0 ? say("dealer.pot.main") : say("dealer.pot.side", { number: at });
}

/** The paragraph that decides the pot: side pots, equal hands, the best hand, the last one left. */
function nearest(cites: readonly string[]): string[] {
  const found = ["4.6", "4.5", "4.4", "3.11.1"].map((number) => cites.find((cite) => cite.startsWith(number))).find((cite) => cite !== undefined);
  return found ? [found] : cites.slice(0, 1);
}

/** The rake first, then the side pots from the last one on, the main pot last. */
export function duePots(round: PokerRound | null): DuePot[] {
  const due = round?.due;
  if (!round || !due) return [];
  const player = (seat: string | number): string => round.players[String(seat)]?.player ?? "";
  const pots = due.pots.map((pot, at) => {
    const name = potWord(at, due.pots.length);
    const won = Object.entries(pot.won ?? {});
    const amount = cents(pot.amount) - cents(pot.rake ?? "0");
    const seats = won.map(([seat, chips]) =>
      won.length === 1 ? say("dealer.due.seat", { seat, player: player(seat) }) : say("dealer.due.share", { seat, player: player(seat), amount: whole(chips) }),
    );
    return {
      key: `pot ${at}`,
      name,
      more: say("dealer.due.of", { amount: whole(amount), players: listed(pot.eligible.map((seat) => player(seat))) }),
      to: listed(seats),
      cites: nearest(pot.cites ?? []),
      amount,
      call: say("dealer.due.call", { pot: name, amount: whole(amount), seats: listed(won.map(([seat]) => say("dealer.due.seat.n", { seat }))) }),
    };
  });
  const rake = cents(due.rake);
  const toTheHouse: DuePot[] =
    rake > 0
      ? [
          {
            key: "rake",
            name: say("dealer.due.rake"),
            more: "",
            to: say("dealer.due.box"),
            cites: ["4.1"],
            amount: rake,
            call: say("dealer.due.rake.call", { amount: whole(rake) }),
          },
        ]
      : [];
  return [...toTheHouse, ...pots.toReversed()];
}

/** Odd chips and hands that stay unseen, in one line. */
export function dueNote(round: PokerRound): string {
  const odd = Object.entries(round.due?.odd_chips ?? {}).map(([seat, amount]) => say("dealer.due.odd.one", { seat, amount: whole(amount) }));
  const mucked = (round.mucked ?? []).map((seat) => round.players[String(seat)]?.player ?? "");
  return [
    odd.length ? say("dealer.due.odd", { chips: listed(odd) }) : say("dealer.due.odd.none"),
    mucked.length ? say("dealer.due.mucked", { players: listed(mucked) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Chips on their way: from the purse to a spot, from the tray to a winner, home, or to the dealer. */

import { pace, TIMES } from "$lib/motion";
import type { Step } from "../shared/cursor.svelte";
import type { HouseGeometry } from "./geometry";
import type { Drawn } from "./model";

export interface Flight {
  id: number;
  cents: number;
  from: { x: number; y: number };
  to: { x: number; y: number };
  kind: "bet" | "pay" | "collect" | "home";
  wait: number;
}

/** More than this never moves at once. */
const MOST = 16;
/** Payments wait until the cards have been turned. */
const TURNING = TIMES.flip + 3 * TIMES.step;

export class Flights {
  list = $state.raw<readonly Flight[]>([]);
  private made = 0;

  /** What moved between two pictures of the same table. */
  between(before: Drawn, after: Drawn, at: HouseGeometry, quiet: (key: string) => boolean): void {
    if (pace() === 0) return;
    const found: Omit<Flight, "id">[] = [];
    const fresh = before.round !== after.round;
    for (const [number, box] of fresh ? before.boxes : after.boxes) {
      const was = before.boxes.get(number);
      for (const bet of Object.values(box.bets)) {
        if (bet.spot === "jackpot") continue;
        const spot = spotPoint(at, number, bet.spot);
        if (!spot) continue;
        const lay = was?.bets[bet.spot];
        if (fresh) {
          if (bet.lies > 0) found.push({ cents: bet.lies, from: spot, to: purseOf(at, number, after), kind: "home", wait: 0 });
        } else if (bet.state === "won" && lay?.state === "") {
          found.push({ cents: bet.lies - bet.staked, from: at.tray, to: spot, kind: "pay", wait: TURNING });
        } else if (bet.state === "lost" && lay?.state === "") {
          found.push({ cents: bet.staked, from: spot, to: at.tray, kind: "collect", wait: TURNING });
        } else if (bet.state === "" && bet.lies > (lay?.lies ?? 0) && !quiet(`${number} ${bet.spot}`)) {
          found.push({ cents: bet.lies - (lay?.lies ?? 0), from: purseOf(at, number, after), to: spot, kind: "bet", wait: 0 });
        }
      }
    }
    this.fly(found);
  }

  /** What a step of the settlement sends off. `table` is the picture before it. */
  step(step: Step, table: Drawn, at: HouseGeometry): void {
    const number = step.box ?? 0;
    if (pace() === 0 || !["take", "pay", "home"].includes(step.does)) return;
    const found = (step.spots ?? []).flatMap((spot, index): Omit<Flight, "id">[] => {
      const bet = table.boxes.get(number)?.bets[spot];
      const on = spotPoint(at, number, spot);
      if (!bet || !on || spot === "jackpot") return [];
      if (step.does === "take") return [{ cents: bet.staked, from: on, to: at.tray, kind: "collect", wait: 0 }];
      if (step.does === "home") return [{ cents: bet.lies, from: on, to: purseOf(at, number, table), kind: "home", wait: 0 }];
      return [{ cents: step.chips?.[index] ?? 0, from: at.tray, to: beside(on), kind: "pay", wait: 0 }];
    });
    this.fly(found);
  }

  /** A chip of your own, as soon as it is put down. */
  bet(cents: number, number: number, spot: string, at: HouseGeometry): void {
    const to = spotPoint(at, number, spot);
    if (to && pace() > 0) this.fly([{ cents, from: at.purse, to, kind: "bet", wait: 0 }]);
  }

  landed(id: number): void {
    this.list = this.list.filter((flight) => flight.id !== id);
  }

  jump(): void {
    this.list = [];
  }

  private fly(found: readonly Omit<Flight, "id">[]): void {
    const more = found.filter((flight) => flight.cents > 0).map((flight) => ({ ...flight, id: (this.made += 1) }));
    this.list = [...this.list, ...more].slice(-MOST);
  }
}

function spotPoint(at: HouseGeometry, number: number, spot: string): { x: number; y: number } | null {
  const own = at.own.find((place) => place.box === number);
  if (own) {
    const found = own.spots.find((place) => place.spot === spot);
    if (!found) return null;
    return { x: (own.frame?.left ?? 0) + found.x, y: (own.frame?.top ?? 0) + found.y };
  }
  const other = at.others.find((place) => place.box === number);
  if (other) return { x: other.x, y: other.y + 16 };
  const tile = at.strip ? at.strip.boxes.indexOf(number) : -1;
  if (at.strip && tile >= 0) return { x: 10 + ((at.W - 20) * (tile + 0.5)) / Math.max(6, at.strip.boxes.length), y: at.strip.top + 40 };
  return null;
}

/** Where a payment lies: at the right of its stake. */
const beside = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({ x: x + 30, y: y - 8 });

function purseOf(at: HouseGeometry, number: number, table: Drawn): { x: number; y: number } {
  if (table.own.includes(number)) return at.purse;
  const other = at.others.find((place) => place.box === number);
  if (other) return { x: other.x + (other.x < at.W / 2 ? -70 : 70), y: other.y + 40 };
  return spotPoint(at, number, "ante") ?? at.purse;
}

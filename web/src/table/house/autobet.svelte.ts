/**
 * Puts the same chips down round after round, until a stop. It never looks, decides, says *Ready* or raises a bet, and
 * it puts nothing down that could take the loss past its stop.
 */

import { total, type Amounts } from "./betting";
import type { HouseSeat } from "./seat.svelte";

/** Why it has stopped. */
export type Stop = "rounds" | "loss" | "missed" | "limits" | "purse" | "lost" | "you";

export class AutoBet {
  /** Rounds in which it has put chips down. */
  put = $state(0);
  /** Cents won or lost in the rounds that are over. */
  net = $state(0);
  stopped = $state<Stop | null>(null);
  readonly cost: number;
  private readonly limits: string;
  /** The round that it has put chips down in, and the one whose result it knows. */
  private round = 0;
  private counted = 0;

  constructor(
    private readonly seat: HouseSeat,
    private readonly wanted: Amounts,
    readonly rounds: number,
    /** Cents. */
    readonly loss: number,
  ) {
    this.cost = total(wanted);
    this.limits = JSON.stringify(seat.sign?.limits);
  }

  /** From an effect. */
  hear(): () => void {
    const { cursor, watch } = this.seat;
    this.follow();
    return (cursor ?? watch).hear(() => this.follow());
  }

  stop(why: Stop): void {
    this.stopped ??= why;
  }

  private follow(): void {
    if (this.stopped) return;
    const why = this.reason();
    if (why) this.stop(why);
    else if (this.seat.table.phase === "betting" && this.round !== this.seat.table.round) this.lay();
  }

  private reason(): Stop | null {
    const { table, returned, plays, sign } = this.seat;
    if (returned?.kind === "late") return "missed";
    if (!plays) return "you";
    if (table.over && this.round === table.round && this.counted !== table.round) {
      this.counted = table.round;
      this.net += table.own.reduce((sum, place) => sum + (table.boxes.get(place)?.net ?? 0), 0);
      if (this.put >= this.rounds) return "rounds";
      if (this.cost - this.net > this.loss) return "loss";
    }
    return JSON.stringify(sign?.limits) === this.limits ? null : "limits";
  }

  private lay(): void {
    const { bets, table } = this.seat;
    const why = this.put > 0 && bets.total > 0 ? "you" : bets.unfit(this.wanted);
    if (why) {
      this.stop(why);
      return;
    }
    this.round = table.round;
    this.put += 1;
    bets.lay(this.wanted);
  }
}

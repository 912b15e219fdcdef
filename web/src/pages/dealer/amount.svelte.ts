/** The amount of a BET or a raise, put together by chips or by digits; the least one stands there from the start. */

import { cents } from "$lib/money";
import type { Option } from "$lib/views";

export class Amount {
  /** In cents; before, the last one first. */
  private before = $state.raw<readonly number[]>([]);
  private given = $state<number | null>(null);
  /** The next chip or digit begins a new amount. */
  private begins = true;

  constructor(private readonly option: () => Option | undefined) {}

  get least(): number {
    return cents(this.option()?.from ?? "0");
  }
  get most(): number {
    return cents(this.option()?.to ?? "0");
  }
  get pot(): number | null {
    const preset = this.option()?.presets?.find((each) => each.preset === "pot");
    return preset ? cents(preset.amount) : null;
  }
  get now(): number {
    return this.given ?? this.least;
  }
  get fits(): boolean {
    return this.now >= this.least && this.now <= this.most;
  }
  get changed(): boolean {
    return this.before.length > 0;
  }

  /** Another seat, another street. */
  reset(): void {
    this.before = [];
    this.given = null;
    this.begins = true;
  }
  add(chip: number): void {
    this.set((this.begins ? 0 : this.now) + 100 * chip);
    this.begins = false;
  }
  digit(digit: number): void {
    this.set((this.begins ? 0 : this.now) * 10 + 100 * digit);
    this.begins = false;
  }
  /** The least, or the pot: the next chip begins anew. */
  take(amount: number): void {
    this.set(amount);
    this.begins = true;
  }
  back(): void {
    const [last, ...others] = this.before;
    if (last === undefined) return;
    this.given = last;
    this.before = others;
    this.begins = others.length === 0;
  }

  private set(amount: number): void {
    this.before = [this.now, ...this.before];
    this.given = amount;
  }
}

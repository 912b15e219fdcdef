/** How somebody plays poker in this browser: their own bet sizes, and whether their cards lie sorted. */

const KEPT = "croupier.poker";
export const SIZES = 3;
const RANKS = "23456789TJQKA";

/** A bet size: hundredths of the pots after a call, or a number of big blinds. */
export interface OwnSize {
  of: "pot" | "blind";
  times: number;
}

interface Kept {
  sizes: (OwnSize | null)[];
  sorted: boolean;
}

const isSize = (found: OwnSize | null): boolean =>
  found !== null && (found.of === "pot" || found.of === "blind") && found.times > 0 && Number.isFinite(found.times);

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>;
    return { sizes: (found.sizes ?? []).slice(0, SIZES).map((size) => (isSize(size) ? size : null)), sorted: found.sorted === true };
  } catch {
    return { sizes: [], sorted: false }; // a storage that is closed or unreadable counts as an empty one
  }
}

class Habits {
  private now = $state.raw<Kept>(kept());

  get sizes(): readonly (OwnSize | null)[] {
    return this.now.sizes;
  }
  get sorted(): boolean {
    return this.now.sorted;
  }

  set(changed: Partial<Kept>): void {
    this.now = { ...this.now, ...changed };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.now));
    } catch {
      // then it holds until the page is closed
    }
  }
}

export const habits = new Habits();

const rank = (code: string): number => RANKS.indexOf(code[0] ?? "");

/** The higher card first, as soon as all of them are known. */
export function inHand(cards: readonly (string | null)[]): readonly (string | null)[] {
  const known = cards.filter((code) => code !== null);
  return habits.sorted && known.length === cards.length ? known.sort((a, b) => rank(b) - rank(a)) : cards;
}

/** What is bet or raised to, in whole chips and within what the floor allows. */
export function sizeOf({ of, times }: OwnSize, at: { price: number; pots: number; blind: number }, least: number, most: number, chip: number): number {
  const meant = of === "pot" ? at.price + (at.pots * times) / 100 : at.blind * times;
  return Math.min(most, Math.max(least, Math.floor(meant / chip) * chip));
}

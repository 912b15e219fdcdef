/**
 * What somebody means to have on their spots, and the acts that lead there. The floor hears additions and withdrawals
 * of a whole spot; people think in amounts that lie. Only what `may` offers is ever sent.
 */

/** Cents, by spot of a box. */
export type Amounts = Readonly<Record<string, number>>;

export const spotKey = (place: number, spot: string): string => `${place} ${spot}`;

export interface BetOption {
  /** Without the amount: `"1 ante"`. */
  do: string;
  place: number;
  spot: string;
  from: number;
  to: number;
}

export interface Offers {
  bets: ReadonlyMap<string, BetOption>;
  /** Spots whose bet can be taken back, with the words for it. */
  withdrawals: ReadonlyMap<string, string>;
}

export interface Sending {
  key: string;
  do: string;
}

/** The next act for one spot, or none: it lies as it is meant to, or the floor does not offer the way there. */
export function towards(key: string, meant: number, lies: number, offers: Offers): Sending | null {
  if (meant === lies) return null;
  if (meant < lies) {
    const withdraw = offers.withdrawals.get(key);
    return withdraw === undefined ? null : { key, do: withdraw };
  }
  const option = offers.bets.get(key);
  const more = meant - lies;
  if (option === undefined || more < option.from || more > option.to) return null;
  return { key, do: `${option.do} ${plain(more)}` };
}

/** As acts write amounts: `50` or `12.50`. */
export function plain(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

export type Added =
  | { fits: true; meant: number }
  /** The nearest amount that would fit, if there is one. */
  | { fits: false; nearest: number | null; most: number | null };

/** A chip on a spot: too much is said at once, with the most that fits. */
export function added(chip: number, meant: number, lies: number, option: BetOption | undefined): Added {
  if (option === undefined) return { fits: false, nearest: null, most: null };
  const most = lies + option.to;
  const next = option.from === option.to ? lies + option.to : meant + chip;
  if (next <= most) return { fits: true, meant: next };
  return { fits: false, nearest: meant < most ? most : null, most };
}

/** What is still missing to the least amount, where something but too little is meant. */
export function missing(meant: number, lies: number, option: BetOption | undefined): number {
  if (option === undefined || meant <= lies) return 0;
  return Math.max(0, option.from - (meant - lies));
}

/** Twice of everything that lies, as far as each spot takes it. */
export function doubled(meant: Amounts, lies: Amounts, offers: Offers): Record<string, number> {
  const twice: Record<string, number> = {};
  for (const [key, amount] of Object.entries(meant)) {
    const option = offers.bets.get(key);
    if (amount === 0 || option === undefined || option.from === option.to) continue;
    twice[key] = Math.min(amount * 2, (lies[key] ?? 0) + option.to);
  }
  return twice;
}

/** The spots' least and most amounts, as the sign says. */
export type Limits = Readonly<Record<string, readonly [number, number]>>;

/** Twice of these bets, as far as the limits of the sign take it. */
export function twice(amounts: Amounts, limits: Limits): Record<string, number> {
  const most = (key: string): number => limits[key.split(" ")[1] ?? ""]?.[1] ?? 0;
  return Object.fromEntries(Object.entries(amounts).map(([key, cents]) => [key, Math.max(cents, Math.min(cents * 2, most(key)))]));
}

export const total = (amounts: Amounts): number => Object.values(amounts).reduce((sum, cents) => sum + cents, 0);

/** Chips to take along, in cents. */

/** 200 where that is allowed, never more than there is. */
export function offered(from: number, to: number): number {
  return Math.min(Math.max(20_000, from), to);
}

/** Up or down by what people count in. */
export function stepped(amount: number, direction: 1 | -1, from: number, to: number): number {
  const below = direction < 0 ? amount - 1 : amount;
  const step = below < 10_000 ? 1_000 : below < 50_000 ? 5_000 : below < 200_000 ? 10_000 : 50_000;
  const next = direction > 0 ? Math.floor(amount / step) * step + step : Math.ceil(amount / step) * step - step;
  return Math.min(Math.max(next, from), to);
}

/** How cards are drawn: suits on a field of 32 × 32, pips on a card of 100 × 140. */

export type Suit = "s" | "h" | "d" | "c";

export const INDEX: Record<string, string> = { T: "10" };
export const SUIT_PATH: Record<Suit, string> = {
  h: "M16 29C6.5 21.4 2.2 16 2.2 10.2 2.2 6 5.2 3.2 9 3.2c3 0 5.6 1.9 7 4.9 1.4-3 4-4.9 7-4.9 3.8 0 6.8 2.8 6.8 7C29.8 16 25.5 21.4 16 29z",
  d: "M16 1.8C18.6 6.8 22.6 12 27.2 16 22.6 20 18.6 25.2 16 30.2 13.4 25.2 9.4 20 4.8 16 9.4 12 13.4 6.8 16 1.8z",
  s: "M16 2c2.7 6.3 13 10.7 13 18 0 3.6-2.6 6-5.8 6-2.3 0-4.4-1.2-5.6-3.2.2 3.2 1.3 5.7 3.7 7.4H10.7c2.4-1.7 3.5-4.2 3.7-7.4-1.2 2-3.3 3.2-5.6 3.2C5.6 26 3 23.6 3 20 3 12.7 13.3 8.3 16 2z",
  c: "M16 2.2a6.1 6.1 0 0 1 4.7 10 6.3 6.3 0 1 1-3.1 10.3c.2 3.3 1.3 5.9 3.8 7.7H10.6c2.5-1.8 3.6-4.4 3.8-7.7A6.3 6.3 0 1 1 11.3 12.2 6.1 6.1 0 0 1 16 2.2z",
};

const LEFT = 33;
const MIDDLE = 50;
const RIGHT = 67;
/** Where the pips of a rank lie; those below the middle are turned. */
export const PIPS: Record<string, [x: number, y: number][]> = {
  2: [[MIDDLE, 32], [MIDDLE, 108]],
  3: [[MIDDLE, 32], [MIDDLE, 70], [MIDDLE, 108]],
  4: [[LEFT, 32], [RIGHT, 32], [LEFT, 108], [RIGHT, 108]],
  5: [[LEFT, 32], [RIGHT, 32], [MIDDLE, 70], [LEFT, 108], [RIGHT, 108]],
  6: [[LEFT, 32], [RIGHT, 32], [LEFT, 70], [RIGHT, 70], [LEFT, 108], [RIGHT, 108]],
  7: [[LEFT, 32], [RIGHT, 32], [MIDDLE, 51], [LEFT, 70], [RIGHT, 70], [LEFT, 108], [RIGHT, 108]],
  8: [[LEFT, 32], [RIGHT, 32], [MIDDLE, 51], [LEFT, 70], [RIGHT, 70], [MIDDLE, 89], [LEFT, 108], [RIGHT, 108]],
  9: [
    [LEFT, 30], [RIGHT, 30], [LEFT, 56.7], [RIGHT, 56.7], [MIDDLE, 70], [LEFT, 83.3], [RIGHT, 83.3], [LEFT, 110],
    [RIGHT, 110],
  ],
  T: [
    [LEFT, 30], [RIGHT, 30], [MIDDLE, 43], [LEFT, 56.7], [RIGHT, 56.7], [LEFT, 83.3], [RIGHT, 83.3], [MIDDLE, 97],
    [LEFT, 110], [RIGHT, 110],
  ],
};

/** The cards of a text of the floor, `"As ??"`; one that may not be seen is null. */
export function cardsOf(text: string | null | undefined): (string | null)[] {
  return (text ?? "").split(" ").filter(Boolean).map((code) => (code === "??" ? null : code));
}

export const rankOf = (code: string): string => code.slice(0, 1);
export const suitOf = (code: string): Suit => code.slice(1, 2) as Suit;
export const indexOf = (code: string): string => INDEX[rankOf(code)] ?? rankOf(code);

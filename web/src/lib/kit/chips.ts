/** Chips: colour, number of edge marks and printed figure say the same thing three times. */

export interface ChipFace {
  /** In whole units of the house's currency. */
  value: number;
  base: string;
  mark: string;
  marks: number;
  figure: string;
}

export const CHIPS: readonly ChipFace[] = [
  { value: 10_000, base: "#9c2f63", mark: "#f4dfe8", marks: 12, figure: "10k" },
  { value: 5_000, base: "#2f6fb8", mark: "#dbe9f7", marks: 10, figure: "5k" },
  { value: 1_000, base: "#d0711d", mark: "#fbe9d3", marks: 8, figure: "1k" },
  { value: 500, base: "#6a479f", mark: "#e9def7", marks: 6, figure: "500" },
  { value: 100, base: "#26262a", mark: "#e8e2d3", marks: 8, figure: "100" },
  { value: 25, base: "#247a4b", mark: "#def2e5", marks: 4, figure: "25" },
  { value: 5, base: "#b8312f", mark: "#fbe3df", marks: 6, figure: "5" },
  { value: 1, base: "#e9e3d4", mark: "#51648c", marks: 8, figure: "1" },
];

const LEAST = CHIPS[CHIPS.length - 1] as ChipFace;

export const chipFace = (value: number): ChipFace => CHIPS.find((face) => face.value === value) ?? LEAST;

export interface Pile {
  face: ChipFace;
  count: number;
}

/** An amount as it is cut: how many of each chip, the largest first. */
export function piles(cents: number): Pile[] {
  const counted = new Map<number, Pile>();
  for (const face of chipsOf(cents)) {
    const known = counted.get(face.value);
    if (known) known.count += 1;
    else counted.set(face.value, { face, count: 1 });
  }
  return [...counted.values()];
}

/** An amount in chips, the largest first, at most `most` of them; what is less than the smallest chip is left out. */
export function chipsOf(cents: number, most = 60): ChipFace[] {
  const found: ChipFace[] = [];
  let left = Math.floor(cents / 100);
  for (const face of CHIPS) {
    while (left >= face.value && found.length < most) {
      found.push(face);
      left -= face.value;
    }
  }
  return found;
}

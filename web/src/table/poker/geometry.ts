/** Where everything lies on the oval. Index 0 is the bottom, where you sit; then clockwise: to your left and round. */

import type { Shape } from "../shared/stage";

export type { Shape };
export interface Point {
  x: number;
  y: number;
}
/** A seat's plate, and from there to its bet. */
interface Place extends Point {
  dx: number;
  dy: number;
}
interface Reference {
  width: number;
  height: number;
  /** The least height at which nothing overlaps; below it the stage is scaled. */
  least: number;
  plate: number;
  back: number;
  board: Point & { card: number; gap: number };
  you: Point & { card: number };
  /** Left half, from the seat next to yours to the one beside the dealer; the right half mirrors it. */
  left: readonly Place[];
  bottom: Place;
  oval: { x: number; top: number; bottom: number; radius: number | null; rim: number; line: number };
}

export const REFERENCE: Record<Shape, Reference> = {
  S: {
    width: 390,
    height: 544,
    least: 544,
    plate: 84,
    back: 30,
    board: { x: 195, y: 196, card: 58, gap: 5 },
    you: { x: 195, y: 450, card: 70 },
    bottom: { x: 195, y: 520, dx: 110, dy: -6 },
    left: [
      { x: 50, y: 434, dx: 50, dy: -54 },
      { x: 50, y: 312, dx: 60, dy: 42 },
      { x: 50, y: 120, dx: 70, dy: 6 },
      { x: 136, y: 46, dx: 0, dy: 46 },
    ],
    oval: { x: 46, top: 44, bottom: 478, radius: 136, rim: 18, line: 31 },
  },
  M: {
    width: 820,
    height: 932,
    least: 860,
    plate: 140,
    back: 50,
    board: { x: 410, y: 376, card: 90, gap: 8 },
    you: { x: 410, y: 748, card: 116 },
    bottom: { x: 410, y: 872, dx: 0, dy: -292 },
    left: [
      { x: 128, y: 716, dx: 96, dy: -60 },
      { x: 84, y: 528, dx: 114, dy: 26 },
      { x: 86, y: 262, dx: 112, dy: -4 },
      { x: 270, y: 122, dx: 30, dy: 88 },
    ],
    oval: { x: 84, top: 118, bottom: 780, radius: 260, rim: 30, line: 52 },
  },
  L: {
    width: 1092,
    height: 690,
    least: 640,
    plate: 136,
    back: 44,
    board: { x: 546, y: 278, card: 78, gap: 8 },
    you: { x: 546, y: 536, card: 92 },
    bottom: { x: 546, y: 640, dx: 152, dy: -140 },
    left: [
      { x: 258, y: 556, dx: 70, dy: -84 },
      { x: 98, y: 392, dx: 128, dy: -24 },
      { x: 126, y: 196, dx: 122, dy: 30 },
      { x: 372, y: 92, dx: 40, dy: 84 },
    ],
    oval: { x: 92, top: 86, bottom: 560, radius: null, rim: 30, line: 52 },
  },
  W: {
    width: 640,
    height: 390,
    least: 390,
    plate: 100,
    back: 26,
    board: { x: 320, y: 146, card: 50, gap: 5 },
    you: { x: 320, y: 290, card: 66 },
    bottom: { x: 320, y: 360, dx: -94, dy: -104 },
    left: [
      { x: 150, y: 330, dx: 72, dy: -30 },
      { x: 64, y: 238, dx: 80, dy: -8 },
      { x: 64, y: 132, dx: 82, dy: 18 },
      { x: 188, y: 46, dx: 34, dy: 46 },
    ],
    oval: { x: 46, top: 36, bottom: 334, radius: null, rim: 16, line: 26 },
  },
};

/** The nine places of a full table. */
function nine(shape: Shape): Place[] {
  const { left, bottom, width } = REFERENCE[shape];
  const right = left.map((at) => ({ x: width - at.x, y: at.y, dx: -at.dx, dy: at.dy })).reverse();
  return [bottom, ...left, ...right];
}

/** Where the seat opposite sits at a table with an even number of them. */
function opposite(shape: Shape): Place {
  const { left, width } = REFERENCE[shape];
  const beside = left[left.length - 1]!;
  return { x: width / 2, y: beside.y, dx: 0, dy: beside.dy };
}

/** The places of a table with this number of seats: up to nine are chosen from the nine, more stand between them. */
export function places(shape: Shape, seats: number): Place[] {
  const all = nine(shape);
  return Array.from({ length: seats }, (_, index) => {
    if (index * 2 === seats) return opposite(shape);
    const mirrored = index * 2 > seats;
    const along = ((mirrored ? seats - index : index) * all.length) / seats;
    const found = seats <= all.length ? all[Math.round(along)]! : between(all, along);
    return mirrored ? { x: REFERENCE[shape].width - found.x, y: found.y, dx: -found.dx, dy: found.dy } : found;
  });
}

function between(all: Place[], along: number): Place {
  const from = all[Math.floor(along)]!;
  const to = all[Math.ceil(along)]!;
  const part = along - Math.floor(along);
  const mix = (a: number, b: number) => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), dx: mix(from.dx, to.dx), dy: mix(from.dy, to.dy) };
}

/** Seat numbers in the order of the places: yours, or the middle one, at the bottom, the others clockwise from there. */
export function turned(seats: number, own: number | null): number[] {
  const bottom = own ?? Math.ceil(seats / 2);
  return Array.from({ length: seats }, (_, index) => ((bottom - 1 + index) % seats) + 1);
}

export interface SeatPlace extends Point {
  /** Its middle; beside a plate on a small screen its near edge, so that a long figure grows away from the plate. */
  bet: Point & { grows: "both" | "left" | "right" };
  /** Where the dealer button lies when it is here: beside the plate, towards the middle. */
  button: Point;
  plate: number;
}
export interface Table {
  shape: Shape;
  width: number;
  height: number;
  seats: SeatPlace[];
  board: Point & { card: number; gap: number };
  pots: Point;
  you: Point & { card: number };
  back: number;
  /** Cards come from here and bets that were lost go there. */
  dealer: Point;
  oval: { x: number; y: number; width: number; height: number; radius: number; rim: number; line: number };
}

/** The whole table in the pixels of a stage of this size; room left over widens the felt, not what lies on it. */
export function laidOut(shape: Shape, seats: number, width: number, height: number): Table {
  const at = REFERENCE[shape];
  const across = width / at.width;
  const down = height / at.height;
  const small = shape === "S" || shape === "W";
  const crowded = Math.min(1, 9 / seats);
  const placed = places(shape, seats).map((place, index): SeatPlace => {
    const inwards = place.dx === 0 ? (place.x < at.width / 2 ? 1 : -1) : Math.sign(place.dx);
    const aside = (small ? 56 : 96) * inwards;
    const lift = small ? -14 : place.dy > 0 ? 8 : -34;
    const x = place.x * across;
    const y = place.y * down;
    const plate = index === 0 ? at.plate * (shape === "S" ? 1.5 : 1.25) : at.plate * crowded;
    const beside = small && index > 0 && Math.abs(place.dy) < 20;
    return {
      x,
      y,
      bet: {
        x: beside ? x + inwards * (plate / 2 + 3) : (place.x + place.dx) * across,
        y: (place.y + place.dy) * down,
        grows: !beside ? "both" : inwards > 0 ? "right" : "left",
      },
      button: index === 0 ? { x: x - at.you.card - (small ? 22 : 26), y: y - (small ? 30 : 44) } : { x: x + aside, y: y + lift },
      plate,
    };
  });
  const top = at.oval.top * down;
  const tall = at.oval.bottom * down - top;
  const board = { ...at.board, x: at.board.x * across, y: at.board.y * down };
  return {
    shape,
    width,
    height,
    seats: placed,
    board,
    pots: { x: board.x, y: board.y + board.card * 0.7 + (small ? 9 : 16) },
    you: { x: at.you.x * across, y: at.you.y * down, card: at.you.card },
    back: at.back,
    dealer: { x: width / 2, y: top - at.oval.rim },
    oval: {
      x: at.oval.x * across,
      y: top,
      width: width - 2 * at.oval.x * across,
      height: tall,
      radius: at.oval.radius ?? tall / 2,
      rim: at.oval.rim,
      line: at.oval.line,
    },
  };
}

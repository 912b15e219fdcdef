/** Where things lie at a house-banked table: the tables of ROOM §3 as functions. Nothing here knows a rule. */

import { floor } from "$lib/floor.svelte";
import type { Reference, Shape as StageShape, Size } from "../shared/stage";

export const REFERENCE: Reference = { S: [390, 598], M: [820, 960], L: [1092, 690], W: [640, 390] };

export type Shape = "circle" | "diamond" | "rect" | "coin";

/** How a game's layout is printed. Which of the spots a table has, its sign says; which side bets a game has, the house says. */
export interface Print {
  rows: readonly (readonly string[])[];
  /** Cards of a hand, for the places where they will lie. */
  cards: number;
  board: boolean;
}

const PRINTS: Record<string, Print> = {
  "three-card-poker": { rows: [["ante", "play"]], cards: 3, board: false },
  "casino-stud": { rows: [["ante", "bet"]], cards: 5, board: false },
  "progressive-holdem": { rows: [["ante"], ["flop", "turn", "river"]], cards: 2, board: true },
};

export const sideBets = (game: string): string[] => Object.keys(floor.house?.side_bets[game] ?? {});

/** Side bets lie before the Ante. */
export function printOf(game: string): Print {
  const { rows, ...print } = PRINTS[game] ?? { rows: [["ante"]], cards: 3, board: false };
  const [first = [], ...others] = rows;
  return { ...print, rows: [[...sideBets(game), ...first], ...others] };
}

const isSide = (spot: string): boolean => Object.values(floor.house?.side_bets ?? {}).some((bets) => spot in bets);

export const shapeOf = (spot: string): Shape =>
  spot === "jackpot" ? "coin" : spot === "ante" ? "diamond" : isSide(spot) ? "circle" : "rect";

export interface SpotPlace {
  spot: string;
  shape: Shape;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface OwnPlace {
  box: number;
  /** Where several boxes are yours each has a frame; x and y are then within it. */
  frame: { left: number; top: number; width: number; height: number; head: number } | null;
  spots: SpotPlace[];
  cards: { x: number; y: number; width: number; gap: number };
  /** The middle of the tag with the hand's name. */
  name: { x: number; y: number };
}

export interface OtherPlace {
  box: number;
  x: number;
  y: number;
  /** Cards beside chips, 76 px high. */
  compact: boolean;
}

export interface HouseGeometry {
  size: StageShape;
  W: number;
  H: number;
  dealer: { top: number; width: number; gap: number };
  /** The middle of the dealer's line. */
  line: { y: number };
  arc: { y: number; radius: number; width: number; font: number; spacing: number; shown: boolean; second: boolean };
  /** On S the other boxes are a strip of tiles, the highest number on the left; on W two columns of them. */
  strip: { top: number; edge: number; columns: string; row: number; boxes: number[] } | null;
  others: OtherPlace[];
  board: { y: number; width: number; gap: number; street: number } | null;
  /** On S, where several boxes are yours: the switch above the one that is open. */
  switch: { top: number } | null;
  own: OwnPlace[];
  /** Where cards come from. */
  shoe: { x: number; y: number };
  /** Where bets come from and payments go to. */
  purse: { x: number; y: number };
  /** Where lost bets go to. */
  tray: { x: number; y: number };
}

export interface Asks {
  size: StageShape;
  W: number;
  H: number;
  game: string;
  /** Places at the table. */
  count: number;
  /** Boxes in the middle: yours, or the middle one for somebody who looks on. */
  own: readonly number[];
  /** The one of them that is larger. */
  asked: number;
  /** The spots that this table has. */
  spots: ReadonlySet<string>;
}

export function geometry(asks: Asks): HouseGeometry {
  const { size } = asks;
  return size === "W" ? sideways(asks) : upright({ ...asks, size });
}

/** Asks of a page that is no phone held sideways. */
type Upright = Asks & { size: Size };

function upright(asks: Upright): HouseGeometry {
  const { size, W, H } = asks;
  const print = printOf(asks.game);
  const boxes = Array.from({ length: asks.count }, (_, index) => index + 1);
  const several = asks.own.length > 1;
  return {
    size,
    W,
    H,
    dealer: { top: size === "S" ? 12 : 40, width: dealerWidth(size, print), gap: size === "S" ? 4 : 6 },
    line: { y: { S: print.board ? 98 : 126, M: 200, L: 186 }[size] },
    arc: {
      y: { S: 170, M: 262, L: print.board ? 232 : 244 }[size],
      radius: size === "S" ? 620 : 1150,
      width: size === "S" ? 330 : 620,
      font: size === "S" ? 12.5 : 19,
      spacing: size === "S" ? 1 : 3,
      shown: !(size === "S" && print.board),
      second: size !== "S" && !print.board,
    },
    strip:
      size === "S"
        ? {
            top: print.board ? 124 : 184,
            edge: 10,
            columns: `repeat(${Math.max(6, asks.count - asks.own.length)}, minmax(0, 1fr))`,
            row: 72,
            boxes: boxes.filter((box) => !asks.own.includes(box)).reverse(),
          }
        : null,
    others: size === "S" ? [] : otherPlaces(asks, several),
    board: print.board
      ? { y: { S: 254, M: 366, L: 308 }[size], width: size === "S" ? 64 : 78, gap: size === "S" ? 5 : 8, street: size === "S" ? 9 : 16 }
      : null,
    switch: size === "S" && several ? { top: print.board ? 306 : 266 } : null,
    own: !several ? asks.own.map((box) => single(asks, print, box, 0)) : size === "S" ? [single(asks, print, asks.asked, 46)] : framed(asks, print),
    shoe: size === "S" ? { x: W + 40, y: -60 } : { x: W / 2 + 288, y: 90 },
    purse: { x: W / 2, y: H + 40 },
    tray: { x: W / 2, y: -30 },
  };
}

function dealerWidth(size: Size, print: Print): number {
  if (print.cards === 5) return { S: 58, M: 84, L: 78 }[size];
  return { S: print.board ? 46 : 62, M: 92, L: 84 }[size];
}

// --- The other boxes ---------------------------------------------------------------------------------------------

/** Angles from the dealer's line, from the place next to you outwards. */
const NEAREST = 48;
const FARTHEST = 10;
const A_SIDE = 3;

// --- A phone held sideways ---------------------------------------------------------------------------------------

/** Where boxes stand on a phone held sideways, from the middle of the stage. */
function sideways(asks: Asks): HouseGeometry {
  const { W, H } = asks;
  const print = printOf(asks.game);
  const { left, right } = sides(asks.count, [asks.asked]);
  const rows = Math.max(left.length, 3);
  // the nearest boxes are at the bottom, as on a table
  const boxes = Array.from({ length: rows }, (_, row) => [left[rows - 1 - row] ?? 0, right[rows - 1 - row] ?? 0]).flat();
  const cx = W / 2;
  return {
    size: "W",
    W,
    H,
    dealer: { top: 8, width: 46, gap: 4 },
    line: { y: 92 },
    arc: { y: 0, radius: 1, width: 0, font: 0, spacing: 0, shown: false, second: false },
    strip: { top: 14, edge: 36, columns: "92px 92px", row: (H - 64 - 10 * (rows - 1)) / rows, boxes },
    others: [],
    board: print.board ? { y: 148, width: 50, gap: 5, street: 9 } : null,
    switch: null,
    own: [print.board ? besideBoardSideways(asks, print, cx) : inARowSideways(asks, print, cx)],
    shoe: { x: W + 40, y: -60 },
    purse: { x: W + 40, y: 30 },
    tray: { x: cx, y: -30 },
  };
}

function inARowSideways(asks: Asks, print: Print, cx: number): OwnPlace {
  const [row = []] = rowsOf(asks, print);
  const coin = asks.spots.has("jackpot") ? 46 : 0;
  const [y, d, gap] = [148, 66, 16];
  const from = cx - ((coin ? coin + gap : 0) + (d + gap) * row.length - gap) / 2;
  const spots = row.map((spot, index) => spotPlace(spot, from + (coin ? coin + gap : 0) + d / 2 + (d + gap) * index, y, d));
  if (coin) spots.unshift(spotPlace("jackpot", from + coin / 2, y, coin));
  const width = print.cards === 5 ? 62 : 84;
  const cy = 215 + width * 0.7;
  return { box: asks.asked, frame: null, spots, cards: { x: cx, y: cy, width, gap: 7 }, name: { x: cx, y: cy + width * 0.7 + 17 } };
}

function besideBoardSideways(asks: Asks, print: Print, cx: number): OwnPlace {
  const [first = [], second = []] = rowsOf(asks, print);
  const [d, pitch, width, y1, y2] = [48, 60, 76, 222, 306];
  const left = cx - 152;
  const offset = asks.spots.has("jackpot") ? 1 : 0;
  const spots = [
    ...(offset ? [spotPlace("jackpot", left, y1, 44)] : []),
    ...first.map((spot, index) => spotPlace(spot, left + pitch * (index + offset), y1, d)),
    ...second.map((spot, index) => spotPlace(spot, left + pitch * index, y2, d)),
  ];
  const x = cx + 96;
  return { box: asks.asked, frame: null, spots, cards: { x, y: 254, width, gap: 6 }, name: { x, y: 328 } };
}

/** The boxes at your left and right hand, the nearest first. */
function sides(count: number, own: readonly number[]): { left: number[]; right: number[] } {
  const highest = Math.max(...own);
  const round = Array.from({ length: count }, (_, index) => ((highest + index) % count) + 1).filter((box) => !own.includes(box));
  const left = round.slice(0, Math.ceil(round.length / 2));
  return { left, right: round.slice(left.length).reverse() };
}

/**
 * The next number is at your left hand, the one before at your right, round the table; so no side ever holds more
 * than half of the others, and with up to seven boxes never more than three.
 */
function otherPlaces(asks: Upright, several: boolean): OtherPlace[] {
  const { size, W, H, count } = asks;
  const rx = size === "M" ? W / 2 - 88 : W / 2 - 112;
  const ry = size === "M" ? H * 0.52 : H * 0.79;
  const y0 = size === "M" ? 84 : 32;
  const { left, right } = sides(count, asks.own);
  const crowded = Math.max(left.length, A_SIDE);
  const place = (box: number, index: number, side: -1 | 1): OtherPlace => {
    if (several) {
      const [first, pitch] = size === "M" ? [474, 96] : [272, 96];
      const step = crowded > A_SIDE ? (pitch * (A_SIDE - 1)) / (crowded - 1) : pitch;
      return { box, x: W / 2 + side * (rx - 18), y: first - step * index, compact: true };
    }
    const angle = ((NEAREST - ((NEAREST - FARTHEST) / (crowded - 1)) * index) * Math.PI) / 180;
    return { box, x: W / 2 + side * rx * Math.cos(angle), y: y0 + ry * Math.sin(angle), compact: crowded > A_SIDE };
  };
  return [...left.map((box, index) => place(box, index, -1)), ...right.map((box, index) => place(box, index, 1))];
}

// --- Your boxes --------------------------------------------------------------------------------------------------

const CARD = { 3: { S: 102, M: 122, L: 108 }, 5: { S: 68, M: 104, L: 78 }, 2: { S: 76, M: 118, L: 92 } } as const;

function cardWidth(print: Print, size: Size): number {
  return CARD[print.cards as 2 | 3 | 5]?.[size] ?? CARD[3][size];
}

function spotPlace(spot: string, x: number, y: number, d: number): SpotPlace {
  const shape = shapeOf(spot);
  return { spot, shape, x, y, width: shape === "rect" ? d * 0.92 : d, height: d };
}

function rowsOf(asks: Asks, print: Print): string[][] {
  return print.rows.map((row) => row.filter((spot) => asks.spots.has(spot)));
}

/** One box fills the middle. `down` makes room for the switch. */
function single(asks: Upright, print: Print, box: number, down: number): OwnPlace {
  return print.board ? singleBesideBoard(asks, print, box, down) : singleInARow(asks, print, box, down);
}

function singleInARow(asks: Upright, print: Print, box: number, down: number): OwnPlace {
  const { size, W, H } = asks;
  const cx = W / 2;
  const coin = asks.spots.has("jackpot") ? { S: 48, M: 62, L: 56 }[size] : 0;
  const gap = { S: 12, M: 34, L: 30 }[size];
  const y = { S: 320, M: H * 0.645, L: H * 0.55 }[size] + down;
  const [row = []] = rowsOf(asks, print);
  const room = (W - 2 * gap - (coin ? coin + gap : 0) - gap * (row.length - 1)) / row.length;
  const d = Math.min({ S: 82, M: 98, L: 88 }[size], room);
  const total = (coin ? coin + gap : 0) + d * row.length + gap * (row.length - 1);
  const left = cx - total / 2;
  const spots = row.map((spot, index) => spotPlace(spot, left + (coin ? coin + gap : 0) + d / 2 + (d + gap) * index, y, d));
  if (coin) spots.unshift(spotPlace("jackpot", left + coin / 2, y, coin));
  const width = down && print.cards === 3 ? 88 : cardWidth(print, size);
  const cy = y + d / 2 + (size === "S" ? 38 : 42) + width * 0.7;
  return {
    box,
    frame: null,
    spots,
    cards: { x: cx, y: cy, width, gap: size === "S" ? 6 : print.cards === 5 ? 8 : 10 },
    name: { x: cx, y: cy + width * 0.7 + (size === "S" ? 20 : 24) },
  };
}

/** Hold'em: two rows of spots under the board, the cards next to them. */
function singleBesideBoard(asks: Upright, print: Print, box: number, down: number): OwnPlace {
  const { size, W } = asks;
  const d = { S: 62, M: 78, L: 64 }[size];
  const coin = { S: 48, M: 62, L: 56 }[size];
  const pitch = { S: 72, M: 104, L: 82 }[size];
  const width = cardWidth(print, size);
  const y1 = { S: 364, M: 612, L: 420 }[size] + down;
  const y2 = y1 + d + { S: 48, M: 44, L: 38 }[size];
  const total = pitch * 3 + { S: 8, M: 40, L: 30 }[size] + width * 2 + 6;
  const left = W / 2 - total / 2 + pitch / 2;
  const x = W / 2 + total / 2 - width - 3;
  const y = (y1 + y2) / 2;
  const [first = [], second = []] = rowsOf(asks, print);
  const offset = asks.spots.has("jackpot") ? 1 : 0;
  const spots = [
    ...(offset ? [spotPlace("jackpot", left, y1, coin)] : []),
    ...first.map((spot, index) => spotPlace(spot, left + pitch * (index + offset), y1, d)),
    ...second.map((spot, index) => spotPlace(spot, left + pitch * index, y2, d)),
  ];
  return { box, frame: null, spots, cards: { x, y, width, gap: 6 }, name: { x, y: y + width * 0.7 + 22 } };
}

interface Measures {
  spot: number;
  coin: number;
  gap: number;
  card: number;
}

const FRAMED: Record<"row" | "board", Record<"M" | "L", readonly [asked: Measures, waiting: Measures]>> = {
  row: {
    M: [{ spot: 100, coin: 60, gap: 20, card: 122 }, { spot: 66, coin: 46, gap: 12, card: 80 }],
    L: [{ spot: 88, coin: 58, gap: 22, card: 104 }, { spot: 68, coin: 48, gap: 15, card: 82 }],
  },
  board: {
    M: [{ spot: 64, coin: 50, gap: 14, card: 88 }, { spot: 48, coin: 42, gap: 10, card: 50 }],
    L: [{ spot: 60, coin: 46, gap: 16, card: 84 }, { spot: 48, coin: 42, gap: 12, card: 58 }],
  },
};
const FIVE_CARDS = { M: [78, 51], L: [76, 58] } as const;

/** Frames side by side, the lower number on the right. With three boxes and more the others are tiles beside the asked one. */
function framed(asks: Asks, print: Print): OwnPlace[] {
  const { W, H } = asks;
  const size = asks.size as "M" | "L";
  const shown = asks.own.length === 2 ? [...asks.own].sort((a, b) => b - a) : [asks.asked];
  const places = shown.map((box) => inFrame(asks, print, box, box === asks.asked));
  const gap = size === "M" ? 18 : 28;
  const total = places.reduce((sum, place) => sum + place.frame!.width, 0) + gap * (places.length - 1);
  let left = W / 2 - total / 2;
  const base = size === "M" ? H - 64 : H - 40;
  for (const place of places) {
    place.frame!.left = left;
    place.frame!.top = base - place.frame!.height;
    left += place.frame!.width + gap;
  }
  return places;
}

function inFrame(asks: Asks, print: Print, box: number, asked: boolean): OwnPlace {
  const size = asks.size as "M" | "L";
  const measures = FRAMED[print.board ? "board" : "row"][size][asked ? 0 : 1];
  const { spot: d, gap } = measures;
  const coin = asks.spots.has("jackpot") ? measures.coin : 0;
  const card = print.cards === 5 ? FIVE_CARDS[size][asked ? 0 : 1] : measures.card;
  const between = print.cards > 3 ? 4 : 8;
  const hand = card * print.cards + between * (print.cards - 1);
  const head = asked ? 40 : 34;
  const pad = asked ? 18 : 14;
  const y1 = head + 16 + d / 2;
  const y2 = y1 + d + 38;
  const [first = [], second = []] = rowsOf(asks, print);
  if (print.board) {
    const width = d * 3 + gap * 2 + 18 + hand + (asked ? 36 : 28);
    const offset = coin ? 1 : 0;
    const at = (index: number) => pad + d / 2 + (d + gap) * index;
    const cards = { x: width - pad - hand / 2, y: (y1 + y2) / 2, width: card, gap: between };
    return {
      box,
      frame: { left: 0, top: 0, width, height: y2 + d / 2 + 36, head },
      spots: [
        ...(coin ? [spotPlace("jackpot", at(0), y1, coin)] : []),
        ...first.map((spot, index) => spotPlace(spot, at(index + offset), y1, d)),
        ...second.map((spot, index) => spotPlace(spot, at(index), y2, d)),
      ],
      cards,
      name: { x: width / 2, y: y2 + d / 2 + 36 },
    };
  }
  const row = (coin ? coin + gap : 0) + d * first.length + gap * (first.length - 1);
  const width = Math.max(row, hand) + (asked ? 36 : 28);
  const left = width / 2 - row / 2;
  const cy = head + 16 + d + 38 + card * 0.7;
  const height = cy + card * 0.7 + 24;
  return {
    box,
    frame: { left: 0, top: 0, width, height, head },
    spots: [
      ...(coin ? [spotPlace("jackpot", left + coin / 2, y1, coin)] : []),
      ...first.map((spot, index) => spotPlace(spot, left + (coin ? coin + gap : 0) + d / 2 + (d + gap) * index, y1, d)),
    ],
    cards: { x: width / 2, y: cy, width: card, gap: between },
    name: { x: width / 2, y: height },
  };
}

// --- The felt ----------------------------------------------------------------------------------------------------

export interface FeltPaths {
  rim: string;
  felt: string;
  line: string;
}

/** The table's outline. With several own boxes side by side the front edge is straighter. */
export function felt(size: StageShape, W: number, H: number, flat: boolean): FeltPaths {
  const cx = W / 2;
  if (size === "W") {
    const path = (out: number) =>
      `M${22 - out} -40 V${H * 0.72} C${22 - out} ${H * 1.02} ${W * 0.16} ${H - 14 + out} ${cx} ${H - 14 + out} ` +
      `S${W - 22 + out} ${H * 1.02} ${W - 22 + out} ${H * 0.72} V-40z`;
    return { rim: path(12), felt: path(0), line: path(-8) };
  }
  const top = size === "S" ? -30 : -60;
  const rx = { S: W * 0.66, M: W * 0.535, L: W / 2 - 26 }[size];
  const by = size === "S" ? H - 16 : H - 22;
  const straight = flat && size !== "S";
  const shoulder = size === "S" ? 0.72 : straight ? 0.74 : 0.5;
  const bend = straight ? 1 : size === "S" ? 0.97 : 0.9;
  const front = straight ? 0.82 : 0.55;
  const path = (out: number) =>
    `M${cx - rx - out} ${top} V${by * shoulder} C${cx - rx - out} ${by * bend} ${cx - rx * front} ${by + out} ${cx} ${by + out} ` +
    `S${cx + rx + out} ${by * bend} ${cx + rx + out} ${by * shoulder} V${top}z`;
  return { rim: path(size === "S" ? 12 : 20), felt: path(0), line: path(size === "S" ? -8 : -14) };
}

/** The arc on which the print stands, `below` its first line. */
export function arc(W: number, print: HouseGeometry["arc"], below: number): string {
  const cx = W / 2;
  const { radius: r, width: w } = print;
  const y = print.y + below - (r - Math.sqrt(r * r - (w * w) / 4));
  return `M${cx - w / 2} ${y} A${r} ${r} 0 0 0 ${cx + w / 2} ${y}`;
}

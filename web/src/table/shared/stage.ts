/** How large a page and its stage are (ROOM, "Sizes and geometry"). The stage is drawn at its reference size and scaled as one. */

export type Size = "S" | "M" | "L";
/** How a stage is drawn: as large as its page, or `W` on a phone held sideways. */
export type Shape = Size | "W";

/** The width of the side panel on a large page. */
export const PANEL = 348;

export interface StageBox {
  /** The stage's own size, which follows its shape; the page's may be another. */
  size: Shape;
  /** By how much the whole stage is scaled. */
  k: number;
  /** What the eye sees, in pixels of the page. */
  width: number;
  height: number;
  /** What is drawn, in pixels of the stage: room left over widens the felt, not the chips. */
  W: number;
  H: number;
  /** By how much small type is enlarged, so that nothing under 12 px reaches the eye. */
  small: number;
}

export type Reference = Record<Shape, readonly [width: number, height: number]>;

/** A phone held sideways: the rail stands at the right, and what is in it and opens from it is a phone's. */
export const isSideways = (width: number, height: number): boolean => width > 640 && height < 500;

export function pageSize(width: number, height = Infinity): Size {
  return width < 600 || isSideways(width, height) ? "S" : width < 1100 ? "M" : "L";
}

/** Low windows on a large page have a lower rail, with the coach beside the buttons. */
export function isLow(size: Size, height: number): boolean {
  return size === "L" && height < 800;
}

export function stageBox(page: Shape, width: number, height: number, reference: Reference): StageBox {
  const size = page === "S" || page === "W" ? page : width / height > 1.1 ? "L" : "M";
  const [rw, rh] = reference[size];
  const least = { S: 0.78, M: 0.6, L: 0.6, W: 0 }[size];
  const k = Math.max(least, Math.min(width / rw, height / rh, 1.4));
  const W = width / k;
  const H = Math.max(rh, height / k);
  return { size, k, width, height, W, H, small: k < 1 ? Math.min(1 / k, 1.34) : 1 };
}

const SMALL = [11, 12, 13, 15];
const TYPE = [...SMALL, 17, 20, 24];

/** How far a reader's larger type grows on a stage: plates and spots keep their places. What opens from them grows whole. */
function most(box: StageBox): number {
  if (box.size === "S" || box.size === "W") return box.k < 1 ? 1 : 1.2;
  return box.k < 1 ? 1.2 : 1.5;
}

/** The inline style that scales a stage; small type keeps its size for the eye. */
export function scaling(box: StageBox): string {
  const type = TYPE.map((px) => {
    const enlarged = SMALL.includes(px) ? box.small.toFixed(3) : "1";
    return `--t-${px}:calc(min(${px / 16}rem, ${(px * most(box)).toFixed(1)}px) * ${enlarged})`;
  }).join(";");
  return `width:${box.W}px;height:${box.H}px;transform:scale(${box.k});${type}`;
}

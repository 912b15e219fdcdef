/** The picture of a round that its player shares: what is open, 1200 × 630, without anybody else's name. */

import { indexOf, PIPS, rankOf, SUIT_PATH, suitOf } from "$lib/kit/cards";

export interface SharedRound {
  house: string;
  /** "3 Card Poker · tcp-1 · round 7" */
  where: string;
  who: string;
  hand: readonly (string | null)[];
  made: string;
  board: readonly (string | null)[];
  dealer: { who: string; hand: readonly (string | null)[]; made: string };
  net: string;
  gains: boolean;
  staked: string;
  note: string;
  link: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const LEFT = 64;
const RIGHT = 704;
const TOP = 190;

export function draw(canvas: HTMLCanvasElement, round: SharedRound): void {
  const to = canvas.getContext("2d");
  if (!to) return;
  const style = getComputedStyle(canvas);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  const felt = to.createRadialGradient(WIDTH / 2, HEIGHT / 3, 60, WIDTH / 2, HEIGHT / 2, WIDTH * 0.62);
  felt.addColorStop(0, of("--felt-hi"));
  felt.addColorStop(0.6, of("--felt"));
  felt.addColorStop(1, of("--felt-lo"));
  to.fillStyle = felt;
  to.fillRect(0, 0, WIDTH, HEIGHT);

  const write = (text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = "left", room = WIDTH): void => {
    to.font = font;
    to.fillStyle = colour;
    to.textAlign = align;
    to.fillText(text, x, y, room);
  };
  const [sans, display, line, ivory, text] = [of("--sans"), of("--display"), of("--felt-line"), of("--ivory"), of("--text")];
  write(round.house, LEFT, 74, `400 34px ${display}`, ivory, "left", 560);
  write(round.where, WIDTH - LEFT, 72, `400 23px ${sans}`, line, "right", 500);
  write(round.who.toUpperCase(), LEFT, 168, `400 23px ${display}`, line, "left", 560);
  write(round.dealer.who.toUpperCase(), RIGHT, 168, `400 23px ${display}`, line, "left", 430);
  const own = row(to, round.hand, LEFT, TOP, 530, round.board.length ? 118 : 166, of);
  const dealt = row(to, round.dealer.hand, RIGHT, TOP, 432, 116, of);
  write(round.made, LEFT, own + 48, `600 31px ${sans}`, text, "left", 560);
  if (round.board.length) row(to, round.board, LEFT, own + 72, 530, 86, of);
  write(round.dealer.made, RIGHT, dealt + 44, `400 24px ${sans}`, text, "left", 432);
  write(round.net, RIGHT, dealt + 132, `640 62px ${sans}`, round.gains ? of("--gain") : text, "left", 300);
  const wide = to.measureText(round.net).width;
  write(round.staked, RIGHT + wide + 26, dealt + 132, `400 22px ${sans}`, text, "left", WIDTH - LEFT - RIGHT - wide - 26);
  write(round.note, LEFT, 582, `400 20px ${sans}`, line, "left", 760);
  write(round.link, WIDTH - LEFT, 582, `640 20px ${sans}`, text, "right", 300);
}

/** Cards side by side, as large as there is room; returns where they end below. */
function row(to: CanvasRenderingContext2D, cards: readonly (string | null)[], x: number, y: number, room: number, most: number, of: (name: string) => string): number {
  const gap = 16;
  const width = Math.min(most, (room - gap * (cards.length - 1)) / Math.max(1, cards.length));
  cards.forEach((code, at) => {
    to.save();
    to.translate(x + at * (width + gap), y);
    to.scale(width / 100, width / 100);
    drawCard(to, code, of);
    to.restore();
  });
  return y + width * 1.4;
}

/** On a field of 100 × 140. */
function drawCard(to: CanvasRenderingContext2D, code: string | null, of: (name: string) => string): void {
  to.beginPath();
  to.roundRect(0, 0, 100, 140, 7);
  to.fillStyle = code ? "#fdf9f1" : of("--room-4");
  to.shadowColor = "#0008";
  to.shadowBlur = 10;
  to.fill();
  to.shadowColor = "transparent";
  if (!code) return;
  const suit = new Path2D(SUIT_PATH[suitOf(code)]);
  to.fillStyle = of(`--suit-${suitOf(code)}`);
  const pip = (x: number, y: number, size: number): void => {
    to.save();
    to.translate(x, y);
    if (y > 70) to.rotate(Math.PI);
    to.scale(size / 32, size / 32);
    to.translate(-16, -16);
    to.fill(suit);
    to.restore();
  };
  const corner = (): void => {
    to.font = `660 24px ${of("--sans")}`;
    to.textAlign = "center";
    to.fillText(indexOf(code), 14, 25, 22);
    pip(14, 37, 15);
  };
  corner();
  to.save();
  to.translate(100, 140);
  to.rotate(Math.PI);
  corner();
  to.restore();
  const pips = PIPS[rankOf(code)];
  for (const [x, y] of pips ?? []) pip(x, y, 22);
  if (pips) return;
  if (rankOf(code) !== "A") {
    to.font = `400 52px ${of("--display")}`;
    to.textAlign = "center";
    to.fillText(indexOf(code), 50, 78);
  }
  pip(50, rankOf(code) === "A" ? 70 : 98, rankOf(code) === "A" ? 44 : 24);
}

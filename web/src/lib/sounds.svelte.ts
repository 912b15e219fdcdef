/**
 * Six quiet sounds, drawn like the cards: by code. Off until somebody switches them on, each also to be seen, none for
 * losing. What is heard follows the views, as everything does.
 */

import { settings } from "./settings.svelte";
import type { TableView } from "./views";

export type Sound = "card" | "chip" | "stack" | "turn" | "five" | "award";

const VOLUME = 0.22;
const FIVE_SECONDS = 5_000;

let context: AudioContext | null = null;

/** Browsers let a page be heard only after somebody has touched it; until then nothing happens. */
function audio(): AudioContext | null {
  if (!settings.sound || document.visibilityState === "hidden") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

export function play(sound: Sound): void {
  const on = audio();
  if (!on) return;
  const now = on.currentTime;
  if (sound === "card") rustle(on, now, 0.07, 3_200);
  else if (sound === "chip") click(on, now, 2_100);
  else if (sound === "stack") [0, 0.05, 0.11].forEach((later, at) => click(on, now + later, 1_900 + 150 * at));
  else if (sound === "turn") tone(on, now, 660, 0.22);
  else if (sound === "five") tone(on, now, 520, 0.12);
  else [523, 659, 784].forEach((pitch, at) => tone(on, now + 0.14 * at, pitch, 0.5));
}

/** Noise through a narrow door: a card over felt. */
function rustle(on: AudioContext, at: number, long: number, pitch: number): void {
  const noise = on.createBufferSource();
  const samples = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  noise.buffer = samples;
  const door = on.createBiquadFilter();
  door.type = "bandpass";
  door.frequency.value = pitch;
  noise.connect(door).connect(faded(on, at, long, VOLUME));
  noise.start(at);
}

function click(on: AudioContext, at: number, pitch: number): void {
  rustle(on, at, 0.03, pitch);
  tone(on, at, pitch, 0.04, VOLUME / 4);
}

function tone(on: AudioContext, at: number, pitch: number, long: number, volume = VOLUME / 2): void {
  const source = on.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(faded(on, at, long, volume));
  source.start(at);
  source.stop(at + long);
}

function faded(on: AudioContext, at: number, long: number, volume: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(on.destination);
  return gain;
}

const HANDS = /"(?:[2-9TJQKA?][shdc?] ?)+"/g;

/** How many cards are on the table, wherever the round names them. */
const cardsOn = (view: TableView): number => JSON.stringify(view.round).match(HANDS)?.join("").length ?? 0;

const asked = (view: TableView): { left: number; bank: number } | undefined =>
  view.clock.asked.find((each) => view.you?.places.includes(each.box ?? each.seat ?? 0) && decides(view));

const decides = (view: TableView): boolean =>
  (view.you?.may ?? []).some((option) => option.kind === "decision" || option.kind === "choice");

/** What somebody hears at a table, from a view and the one before it. */
function heard(view: TableView, before: TableView): Sound | null {
  const round = view.round as { status?: string; boxes?: Record<string, Settled>; pots?: Pot[] } | null;
  const was = before.round as { status?: string } | null;
  if (round?.status === "settled" && was?.status === "open") {
    const mine = (view.you?.places ?? []).map(String);
    if (mine.some((place) => round.boxes?.[place]?.bets?.jackpot?.result === "win")) return "award";
    const won = (place: string) =>
      Number(round.boxes?.[place]?.net ?? 0) > 0 || round.pots?.some((pot) => Number(pot.won?.[place] ?? 0) > 0);
    return mine.some(won) ? "stack" : null;
  }
  if (asked(view) && view.moment !== before.moment) return "turn";
  if (cardsOn(view) > cardsOn(before)) return "card";
  const bets = (view.happened ?? []).some((each) => /^\d+ \S+ [\d.]+$/.test(each.do) && !each.do.includes(" sits "));
  return bets ? "chip" : null;
}

interface Settled {
  net?: string;
  bets?: Record<string, { result?: string }>;
}
interface Pot {
  won?: Record<string, string>;
}

/** The sounds of a table: the cursor names a sound with each step. */
interface Heard {
  hear(listener: (view: TableView, before: TableView | null, step?: { sound?: Sound } | null) => void): () => void;
}

/** From an effect: a table is heard as long as it is watched. */
export function tableSounds(table: Heard): () => void {
  let warning = 0;
  const stop = table.hear((view, before, step) => {
    if (!settings.sound) return;
    const sound = step ? step.sound : before && heard(view, before);
    if (sound) play(sound);
    clearTimeout(warning);
    const due = asked(view);
    if (due && !view.clock.stopped && due.left > FIVE_SECONDS) {
      warning = window.setTimeout(() => play("five"), due.left - FIVE_SECONDS);
    }
  });
  return () => {
    clearTimeout(warning);
    stop();
  };
}

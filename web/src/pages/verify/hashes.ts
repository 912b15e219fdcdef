/** The page's own arithmetic: hashes of cards and of the way up to the seal (contract, section 12). */

import type { Proof } from "$lib/types";

export interface ProvedCard {
  place: number;
  card: string;
  salt: string;
  path: { left?: string; right?: string }[];
}

/** One hash on the way up, and the neighbour that it was made with. */
export interface Rung {
  side: "left" | "right";
  other: string;
  made: string;
}

export interface Climb {
  card: ProvedCard;
  leaf: string;
  rungs: Rung[];
  root: string;
}

export const text = new TextEncoder();

export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export async function sha256(...parts: Uint8Array[]): Promise<string> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  const made = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** From a card and its salt to the root that they lead to, whatever anybody says that it should be. */
export async function climb(proof: Proof, card: ProvedCard): Promise<Climb> {
  const head = `croupier/card/1\n${proof.table}\n${proof.round}\n${proof.deck}\n${card.place}\n${card.card}\n`;
  const leaf = await sha256(LEAF, text.encode(head), fromHex(card.salt));
  const rungs: Rung[] = [];
  let at = leaf;
  for (const step of card.path) {
    const side = step.right === undefined ? "left" : "right";
    const other = step.right ?? step.left ?? "";
    at = await (side === "right" ? sha256(NODE, fromHex(at), fromHex(other)) : sha256(NODE, fromHex(other), fromHex(at)));
    rungs.push({ side, other, made: at });
  }
  return { card, leaf, rungs, root: at };
}

export const climbs = (proof: Proof): Promise<Climb[]> =>
  Promise.all((proof.cards as unknown as ProvedCard[]).map((card) => climb(proof, card)));

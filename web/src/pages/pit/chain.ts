/** Checks evidence in the browser: every hash behind the one before, and the signature of the checkpoint. */

import { fromHex, sha256, text } from "../verify/hashes";

export interface Checked {
  entries: number;
  streams: number;
  digest: string;
  /** The first entry that does not fit. */
  differs: { stream: string; seq: number } | null;
  checkpoint: { number: number; signed: boolean | null } | null;
}

interface Line {
  before?: { stream: string; seq: number; hash: string };
  checkpoint?: string;
  stream?: string;
  seq?: number;
  at?: number;
  epoch?: number;
  hash?: string;
  body?: string;
}

const START = "00".repeat(32);

export async function checkedChain(file: string): Promise<Checked> {
  const [opening, ...lines] = file.trimEnd().split("\n").map((line) => JSON.parse(line) as Line & { key?: string });
  const last = new Map<string, { seq: number; hash: string }>();
  const known = new Map<string, string>();
  const found: Checked = { entries: 0, streams: 0, digest: await sha256(text.encode(file)), differs: null, checkpoint: null };
  for (const line of lines) {
    if (line.before) {
      last.set(line.before.stream, line.before);
      known.set(`${line.before.stream} ${line.before.seq}`, line.before.hash);
    } else if (line.checkpoint) {
      found.checkpoint = await signed(line.checkpoint, opening?.key ?? "", known);
    } else {
      const { stream = "", seq = 0, hash = "" } = line;
      const before = last.get(stream) ?? { seq: 0, hash: START };
      const named = `${stream}\n${seq}\n${line.at}\n${line.epoch}\n${line.body}`;
      const fits = seq === before.seq + 1 && (await sha256(fromHex(before.hash), text.encode(named))) === hash;
      if (!fits && !found.differs) found.differs = { stream, seq };
      last.set(stream, { seq, hash });
      known.set(`${stream} ${seq}`, hash);
      found.entries += 1;
    }
  }
  found.streams = last.size;
  return found;
}

/** `signed` is null where the browser knows no Ed25519. */
async function signed(line: string, key: string, known: Map<string, string>): Promise<Checked["checkpoint"]> {
  const told = JSON.parse(line) as { number: number; signature: string; heads: Record<string, [number, string]> };
  const agrees = Object.entries(told.heads).every(([stream, [seq, hash]]) => (known.get(`${stream} ${seq}`) ?? hash) === hash);
  if (!agrees) return { number: told.number, signed: false };
  const unsigned = line.slice(0, line.lastIndexOf(',"signature":"')) + "}";
  const message = text.encode(`croupier/checkpoint/1\n${unsigned}`);
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    return { number: told.number, signed: await crypto.subtle.verify("Ed25519", imported, fromHex(told.signature), message) };
  } catch {
    return { number: told.number, signed: null };
  }
}

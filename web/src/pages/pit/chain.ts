/** Checks evidence in the browser: every hash behind the one before, and the signatures of checkpoints. */

import { fromHex, sha256, text } from "../verify/hashes";

export interface Checked {
  entries: number;
  streams: number;
  digest: string;
  /** The first entry that does not fit. */
  differs: { stream: string; seq: number } | null;
  /** The newest one. */
  checkpoint: { number: number; signed: boolean | null } | null;
  checkpoints: number;
}

export interface EntryLine {
  stream: string;
  seq: number;
  at: number;
  epoch: number;
  hash: string;
  body: string;
}

interface Line extends Partial<EntryLine> {
  before?: { stream: string; seq: number; hash: string };
  checkpoint?: string;
  /** The signed report of a shift. */
  report?: object;
}

const START = "00".repeat(32);

/** `heard` gets each entry in turn. */
export async function checkedChain(file: string, heard: (entry: EntryLine) => void = () => undefined): Promise<Checked> {
  const [opening, ...lines] = file.trimEnd().split("\n").map((line) => JSON.parse(line) as Line & { key?: string });
  const last = new Map<string, { seq: number; hash: string }>();
  const known = new Map<string, string>();
  const found: Checked = { entries: 0, streams: 0, digest: await sha256(text.encode(file)), differs: null, checkpoint: null, checkpoints: 0 };
  for (const line of lines) {
    if (line.before) {
      last.set(line.before.stream, line.before);
      known.set(`${line.before.stream} ${line.before.seq}`, line.before.hash);
    } else if (line.checkpoint) {
      const before = found.checkpoint;
      found.checkpoint = await checked(line.checkpoint, opening?.key ?? "", known);
      if (before && before.number + 1 !== found.checkpoint.number) found.checkpoint.signed = false;
      if (before?.signed === false) found.checkpoint.signed = false;
      found.checkpoints += 1;
    } else if (!line.report) {
      const { stream = "", seq = 0, at = 0, epoch = 0, hash = "", body = "" } = line;
      const before = last.get(stream) ?? { seq: 0, hash: START };
      const named = `${stream}\n${seq}\n${at}\n${epoch}\n${body}`;
      const fits = seq === before.seq + 1 && (await sha256(fromHex(before.hash), text.encode(named))) === hash;
      if (!fits && !found.differs) found.differs = { stream, seq };
      last.set(stream, { seq, hash });
      known.set(`${stream} ${seq}`, hash);
      found.entries += 1;
      heard({ stream, seq, at, epoch, hash, body });
    }
  }
  found.streams = last.size;
  return found;
}

async function checked(line: string, key: string, known: Map<string, string>): Promise<{ number: number; signed: boolean | null }> {
  const told = JSON.parse(line) as { number: number; signature: string; heads: Record<string, [number, string]> };
  const agrees = Object.entries(told.heads).every(([stream, [seq, hash]]) => (known.get(`${stream} ${seq}`) ?? hash) === hash);
  if (!agrees) return { number: told.number, signed: false };
  const unsigned = line.slice(0, line.lastIndexOf(',"signature":"')) + "}";
  return { number: told.number, signed: await isSigned(`croupier/checkpoint/1\n${unsigned}`, told.signature, key) };
}

/** Null where the browser knows no Ed25519. */
export async function isSigned(message: string, signature: string, key: string): Promise<boolean | null> {
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, fromHex(signature), text.encode(message));
  } catch {
    return null;
  }
}

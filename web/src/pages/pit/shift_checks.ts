/**
 * Checks a whole shift in the browser, from its exported entries alone: what was written, dealt, paid and posted, who
 * did it, and whether the signed report says the same. It shares no code with the floor.
 */

import { cents } from "$lib/cents";
import type { ShiftReport } from "$lib/types";
import { checkedChain, isSigned, type EntryLine } from "./chain";

export const CHECKS = ["chain", "checkpoints", "decks", "rounds", "payments", "ledger", "jackpot", "chips", "people", "report"] as const;
export type CheckName = (typeof CHECKS)[number];

export interface Check {
  /** How much of it there was: entries, decks, cents. */
  count: number;
  /** More of it, named in the sentence: streams, cards. */
  beside: number;
  /** Null where the browser cannot tell. */
  fits: boolean | null;
  /** The first entry that does not fit. */
  at: string;
}

export interface ShiftChecked {
  checks: Record<CheckName, Check>;
  shift: number;
  name: string;
  closed: boolean;
  house: string;
  key: string;
  bytes: number;
  digest: string;
  books: string[];
  report: ShiftReport | null;
}

type Event = { type: string } & Record<string, unknown>;
interface Body {
  by: string;
  post: [account: string, amount: number][];
  then?: Event[];
  round?: number;
  book?: string;
  refused?: boolean;
  decks?: [round: number, deck: number, first: number, root: string][];
  opened?: [deck: number, place: number, card: string, salt: string][];
}
interface SettledLine {
  staked: number;
  returned: number;
  paid: number;
}
interface SettledBox {
  lines: SettledLine[];
  awards: { paid: number }[];
}

/** What a round may be when this happens to it, and what it is afterwards. A settlement can be undone and made again. */
const OVER = ["settled", "void"];
const ROUND: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  "round-opened": [OVER, "open"],
  "round-started": [["", ...OVER], "open"],
  "round-settled": [["open"], "settled"],
  "pots-given-out": [["open"], "settled"],
  "jackpot-paid": [["settled"], "settled"],
  "settlement-undone": [["settled"], "open"],
  "round-voided": [["open", "settled"], "void"],
  "poker-round-voided": [["open", "settled"], "void"],
};
const ENDS = ["round-settled", "pots-given-out", "round-voided", "poker-round-voided"];
const SUMS = ["handle", "drop", "win", "rake", "contributions", "awards", "fills", "credits", "variance"] as const;
type Sums = Record<(typeof SUMS)[number], number>;
const noSums = (): Sums => Object.fromEntries(SUMS.map((name) => [name, 0])) as Sums;
const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

export async function checkedShift(file: string): Promise<ShiftChecked> {
  const [first = "{}", second = "{}"] = file.split("\n", 2);
  const opening = JSON.parse(first) as { shift: number; name: string; closed: boolean; house: string; key: string };
  const { report } = JSON.parse(second) as { report?: { text: string; signature: string } };
  const reader = new Reader();
  const chain = await checkedChain(file, (entry) => reader.hear(entry));
  const told = report ? (JSON.parse(report.text) as ShiftReport) : null;
  const { checks } = reader;
  checks.chain = { count: chain.entries, beside: chain.streams, fits: !chain.differs, at: chain.differs ? `${chain.differs.stream} ${chain.differs.seq}` : "" };
  checks.checkpoints = { count: chain.checkpoints, beside: 0, fits: chain.checkpoint ? chain.checkpoint.signed : null, at: "" };
  const isOurs = told && report ? await isSigned(`croupier/shift-report/1\n${report.text}`, report.signature, opening.key) : false;
  const other = told ? reader.other(told, chain.entries) : "report";
  checks.report = { count: told ? told.tables.length : 0, beside: 0, fits: other ? false : isOurs, at: other };
  return { checks, ...opening, bytes: file.length, digest: chain.digest, books: [...reader.books].sort(), report: told };
}

class Reader {
  checks = Object.fromEntries(CHECKS.map((name) => [name, { count: 0, beside: 0, fits: true, at: "" }])) as Record<CheckName, Check>;
  books = new Set<string>();
  private rounds = new Map<string, { state: string; first: number }>();
  /** By deck: the cards that were turned up, by place. */
  private decks = new Map<string, Map<number, string>>();
  private sums = new Map<string, Sums>();
  /** What was staked, by table and round that is over. */
  private staked = new Map<string, Map<number, number>>();
  /** Awards that one side has paid: the link, then the table. */
  private awards = new Map<string, number>();
  private asked = new Map<string, string>();

  hear(entry: EntryLine): void {
    const body = JSON.parse(entry.body) as Body;
    const at = `${entry.stream} ${entry.seq}`;
    const then = body.refused ? [] : (body.then ?? []);
    this.ledger(body, at);
    this.people(entry, then, body, at);
    if (body.refused) return;
    const [of = "", name = ""] = entry.stream.split("/", 2);
    if (of === "table") {
      if (body.book) this.books.add(body.book);
      this.dealt(name, body, at);
      this.played(name, then, body, at);
      this.paid(then, body, at);
      this.counted(then, at);
    }
    this.jackpot(of, name, then, body, at);
    this.sum(of, name, then, body);
  }

  private need(fits: boolean, check: CheckName, at: string): void {
    if (fits || !this.checks[check].fits) return;
    Object.assign(this.checks[check], { fits: false, at });
  }

  private ledger(body: Body, at: string): void {
    this.checks.ledger.beside += body.post.length;
    this.need(sumOf(body.post.map(([, amount]) => amount)) === 0, "ledger", at);
  }

  /** Every card that was turned up lay at one place of a deck whose root was named before; no card twice. */
  private dealt(table: string, body: Body, at: string): void {
    const check = this.checks.decks;
    for (const [round, deck] of body.decks ?? []) {
      check.count += 1;
      this.need(!this.decks.has(`${table} ${round} ${deck}`), "decks", at);
      this.decks.set(`${table} ${round} ${deck}`, new Map());
    }
    for (const [deck, place, card, salt] of body.opened ?? []) {
      const places = this.decks.get(`${table} ${body.round} ${deck}`);
      const begun = this.rounds.get(table)?.first ?? body.round ?? 0;
      if (!places && (body.round ?? 0) <= begun) continue; // its root was named before this shift
      const before = places?.get(place);
      const known = before === undefined ? [...(places?.values() ?? [])].some((each) => each.startsWith(card)) : before !== `${card} ${salt}`;
      this.need(places !== undefined && !known && place >= 0 && salt.length === 32, "decks", at);
      if (before === undefined) check.beside += 1;
      places?.set(place, `${card} ${salt}`);
    }
  }

  private played(table: string, then: readonly Event[], body: Body, at: string): void {
    const known = this.rounds.get(table) ?? { state: "", first: body.round ?? 0 };
    this.rounds.set(table, known);
    for (const { type } of then) {
      const [from, to] = ROUND[type] ?? [];
      if (!from || !to) continue;
      this.need(known.state === "" || from.includes(known.state), "rounds", at);
      known.state = to;
      if (ENDS.includes(type)) this.checks.rounds.count += 1;
      if (type === "settlement-undone") this.checks.rounds.count -= 1;
    }
  }

  /** What a settlement moves from the tray or into it is what its lines say. */
  private paid(then: readonly Event[], body: Body, at: string): void {
    const settled = then.findLast((event) => event.type === "round-settled") as (Event & { boxes: Record<string, SettledBox> }) | undefined;
    if (!settled || then.some((event) => event.type === "settlement-undone")) return;
    const boxes = Object.values(settled.boxes);
    const lines = boxes.flatMap((box) => box.lines);
    this.checks.payments.count += lines.length;
    const awards = sumOf(boxes.flatMap((box) => box.awards.map((award) => award.paid)));
    const kept = sumOf(lines.map(({ staked, returned, paid }) => staked - returned - paid)) - awards;
    this.need(kept === sumOf(body.post.filter(([account]) => account.startsWith("tray/")).map(([, amount]) => amount)), "payments", at);
  }

  /** An award is paid by the link and at the table, once and with the same amount. */
  private jackpot(of: string, name: string, then: readonly Event[], body: Body, at: string): void {
    if (of === "link") this.checks.jackpot.count += body.post.length > 0 ? 1 : 0;
    for (const event of then) {
      const told =
        event.type === "award-paid"
          ? ([event.table, event.round, event.box, event.award, event.amount] as const)
          : event.type === "jackpot-paid" && typeof event.award === "number"
            ? ([name, body.round, event.box, event.award, (event.line as SettledLine).paid] as const)
            : null;
      if (!told) continue;
      const key = told.slice(0, 4).join(" ");
      const before = this.awards.get(key);
      this.need(before === undefined || before === told[4], "jackpot", at);
      this.awards.set(key, Number(told[4]));
      if (event.type === "award-paid") this.checks.jackpot.beside += 1;
    }
  }

  private counted(then: readonly Event[], at: string): void {
    for (const event of then) {
      if (event.type !== "chips-moved") continue;
      const { kind, amount, expected = 0, variance = 0 } = event as unknown as { kind: string; amount: number; expected?: number; variance?: number };
      this.checks.chips.beside += 1;
      this.checks.chips.count += variance;
      this.need(kind !== "count" || variance === expected - amount, "chips", at);
    }
  }

  /** What needs two people was done by two. */
  private people(entry: EntryLine, then: readonly Event[], body: Body, at: string): void {
    const check = this.checks.people;
    check.count += 1;
    this.need(body.by !== "", "people", at);
    for (const event of then) {
      const about = `${entry.stream} ${event.type.replace(/-(asked|approved|close-asked|proposed)$/, "")} ${String(event.number)}`;
      const who = nameOf(event.by) || body.by;
      if (/-(asked|proposed)$/.test(event.type)) this.asked.set(about, who);
      else if (/-approved$/.test(event.type)) this.two(this.asked.get(about), who, at);
      else if (event.type === "chips-moved") this.two(nameOf(event.by), nameOf(event.approved_by), at);
      else if (event.type === "shift-closed") this.two(nameOf(event.by), nameOf(event.second), at);
    }
  }

  private two(one: string | undefined, other: string, at: string): void {
    if (!one || !other) return; // asked before this shift
    this.checks.people.beside += 1;
    this.need(one.toLowerCase() !== other.toLowerCase(), "people", at);
  }

  // --- The figures of the report ------------------------------------------------------------------------------------

  private of(table: string): Sums {
    const known = this.sums.get(table) ?? noSums();
    this.sums.set(table, known);
    return known;
  }

  private sum(of: string, name: string, then: readonly Event[], body: Body): void {
    const slip = then.find((event) => event.type === "chips-moved") as (Event & { kind: string; amount: number; variance?: number }) | undefined;
    if (slip) {
      const sums = this.of(name);
      sums.variance += slip.variance ?? 0;
      if (slip.kind === "fill") sums.fills += slip.amount;
      if (slip.kind === "credit") sums.credits += slip.amount;
    } else if (of !== "house") this.moves(of, name, then, body);
    if (of !== "table") return;
    const rounds = this.staked.get(name) ?? new Map<number, number>();
    this.staked.set(name, rounds);
    for (const event of then) {
      const round = body.round ?? 0;
      if (event.type === "round-settled") {
        rounds.set(round, sumOf(Object.values(event.boxes as Record<string, SettledBox>).flatMap((box) => box.lines.map((line) => line.staked))));
      } else if (event.type === "pots-given-out") rounds.set(round, sumOf((event.pots as { amount: number }[]).map((pot) => pot.amount)));
      else if (event.type === "round-voided" || event.type === "poker-round-voided") rounds.set(round, 0);
      else if (event.type === "settlement-undone") rounds.delete(round);
    }
  }

  private moves(of: string, name: string, then: readonly Event[], body: Body): void {
    for (const [account, amount] of body.post) {
      const [kind = "", owner = ""] = account.split("/", 2);
      if (kind === "tray") {
        this.of(owner).win += amount;
        if (of === "link") this.of(owner).contributions -= amount;
      } else if (kind === "rake") this.of(owner).rake += amount;
      else if (kind === "wallet" && of === "table" && amount < 0) this.of(name).drop -= amount;
    }
    for (const event of then) {
      if (event.type !== "award-paid") continue;
      const sums = this.of(String(event.table));
      sums.awards += Number(event.amount);
      sums.contributions += Number(event.amount);
    }
  }

  /** The first figure of the report that the entries do not give; empty if there is none. */
  other(report: ShiftReport, entries: number): string {
    if (report.entries !== entries) return "entries";
    const all = noSums();
    let rounds = 0;
    for (const table of report.tables) {
      const played = this.staked.get(table.table) ?? new Map<number, number>();
      const sums = { ...this.of(table.table), handle: sumOf([...played.values()]) };
      if (String(table.rounds.value) !== String(played.size)) return `${table.table}: rounds`;
      const differs = SUMS.find((name) => cents(String(table[name].value)) !== sums[name]);
      if (differs) return `${table.table}: ${differs}`;
      rounds += played.size;
      for (const name of SUMS) all[name] += sums[name];
    }
    if (String(report.total.rounds.value) !== String(rounds)) return "rounds";
    return SUMS.find((name) => cents(String(report.total[name].value)) !== all[name]) ?? "";
  }
}

/** People are named by their names, or as actors. */
const nameOf = (told: unknown): string => (typeof told === "string" ? told : ((told as { name?: string } | undefined)?.name ?? ""));

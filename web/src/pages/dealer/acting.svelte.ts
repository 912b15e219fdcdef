/** What a dealer enters for the seat that is asked: the six keys, and how many presses a hand has taken. */

import { cents, whole } from "$lib/money";
import { pokerRound, type Option, type TableView } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import { decisionName, optionsAt } from "../../staff/places";

export interface ActKey {
  name: "fold" | "call" | "raise" | "allin" | "check" | "out-of-turn";
  word: string;
  /** What is said, without an amount. */
  do: string;
  letter: string;
  figure: string;
  /** Why it cannot be pressed; empty if it can. */
  why: string;
  /** What most players do now. */
  first: boolean;
}

/** The BET or the raise that the seat may make. */
export const raiseOf = (view: TableView, seat: number): Option | undefined =>
  optionsAt(view, seat).find((option) => option.kind === "decision" && option.from !== undefined);

export function keysOf(view: TableView, seat: number): ActKey[] {
  const options = optionsAt(view, seat).filter((option) => option.kind === "decision");
  const find = (verb: string) => options.find((option) => option.do === `${seat} ${verb}`);
  const call = find("call");
  const raise = raiseOf(view, seat);
  const price = cents(pokerRound(view)?.waiting.find((each) => each.seat === seat)?.call ?? "0");
  const key = (name: ActKey["name"], letter: string, option: Option | undefined, why: string): ActKey => ({
    name,
    letter,
    word: decisionName(view, name),
    do: option?.do ?? "",
    figure: option?.costs ? whole(option.costs) : "",
    why: option ? "" : why,
    first: false,
  });
  const keys = [
    key("fold", "F", find("fold"), say("dealer.act.no")),
    { ...key("call", "C", call, say("dealer.act.nobet")), word: call ? say("dealer.act.call", { amount: whole(price) }) : decisionName(view, "call"), figure: "" },
    { ...key("raise", "R", raise, say("dealer.act.no")), word: decisionName(view, raise?.do.split(" ")[1] ?? "raise") },
    key("allin", "A", find("allin"), say("dealer.act.no")),
    key("check", "K", find("check"), say("dealer.act.bet")),
    { name: "out-of-turn" as const, letter: "", word: say("dealer.act.outofturn"), do: "", figure: say("dealer.act.who"), why: "", first: false },
  ];
  const first = call ? "call" : "check";
  return keys.map((each) => ({ ...each, first: each.name === first }));
}

/** Chips that the amount is put together with: from the lowest chip of the table on. */
export function chipsFor(least: number): number[] {
  const from = [1, 5, 25, 100, 500, 1_000, 5_000].filter((chip) => chip * 100 >= least);
  return from.slice(0, 4);
}

const SAID = new Set(["fold", "check", "call", "bet", "raise", "allin", "out-of-turn", "shows", "mucks"]);

/** How many entries are listed. */
const LISTED = 4;

/** Acts, cards and presses of the hand that is played. */
export class HandCount {
  acts = $state(0);
  cards = $state(0);
  presses = $state(0);
  /** What was entered last, newest first. */
  entered = $state.raw<readonly string[]>([]);
  private round = 0;

  press(): void {
    this.presses += 1;
  }

  /** With every view as it comes. */
  hear(view: TableView, told: (happened: NonNullable<TableView["happened"]>[number]) => string[]): void {
    const number = pokerRound(view)?.number ?? 0;
    if (number !== this.round) {
      this.round = number;
      this.acts = 0;
      this.cards = 0;
      this.entered = [];
    }
    for (const each of view.happened ?? []) {
      const words = each.do.split(" ");
      if (words[0] === "start") this.presses = 1;
      if (SAID.has(words[1] ?? "")) this.acts += 1;
      if (words[0] === "board") this.cards += words.length - 1;
      if (words[1] === "shows") this.cards += words.length - 2;
      this.entered = [...told(each).toReversed(), ...this.entered].slice(0, LISTED);
    }
  }
}

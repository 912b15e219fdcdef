/** What the buttons are, from the floor's options. A button says what it costs; what is not offered is not there. */

import { cents, whole } from "$lib/money";
import { say } from "$lib/words/words.svelte";
import type { Action } from "../shared/ActionBar.svelte";
import type { Size } from "../shared/stage";
import type { PokerGame } from "./game.svelte";
import type { Option } from "./view";

/** Bet or raise: the option that takes an amount. */
export const sized = (game: PokerGame): Option | undefined => game.option("raise") ?? game.option("bet");

export function decisions(game: PokerGame, size: Size, amount: number, sizing: boolean): Action[] {
  const { off } = standing(game);
  const fold = game.option("fold");
  const check = game.option("check");
  const call = game.option("call");
  const allIn = game.option("allin");
  const raise = sized(game);
  const found: Action[] = [];
  const add = (option: Option, action: Omit<Action, "run" | "pending" | "off">, run?: () => void) =>
    found.push({ ...action, off, pending: game.isPending(option.do), run: run ?? (() => void game.say(option.do)) });
  if (fold) add(fold, { id: "fold", label: say("poker.fold"), key: "f" });
  if (check) add(check, { id: "check", label: say("poker.check"), key: "k", plaque: !raise });
  if (call) add(call, { id: "call", label: say("poker.call"), note: callNote(game, call), key: "c", plaque: !raise });
  if (raise && sizing) {
    const good = amount >= cents(raise.from) && amount <= cents(raise.to);
    add(raise, { id: "raise", ...raiseWords(game, raise, size, amount), key: "r", plaque: true }, () => {
      if (good) game.sayAmount(raise, amount);
    });
    if (!good) found.at(-1)!.off = true;
  } else if (!raise && allIn && cents(allIn.costs) !== cents(call?.costs)) {
    add(allIn, { id: "allin", label: say("poker.all-in"), note: whole(allIn.costs ?? ""), key: "a" });
  }
  return found;
}

function standing(game: PokerGame): { off: boolean } {
  return { off: game.pending.length > 0 || game.unsure };
}

const callNote = (game: PokerGame, call: Option): string => {
  const costs = cents(call.costs);
  return costs === game.table.you?.stack ? say("poker.call.all-in", { amount: whole(costs) }) : whole(costs);
};

function raiseWords(game: PokerGame, option: Option, size: Size, amount: number): { label: string; note?: string } {
  if (Number.isNaN(amount)) return { label: say(option.do.endsWith("bet") ? "poker.bet" : "poker.raise") };
  const bets = option.do.endsWith("bet");
  const most = amount === cents(option.to);
  const label = say(most ? "poker.all-in.to" : bets ? "poker.bet.of" : "poker.raise.to", { amount: whole(amount) });
  const more = amount - game.table.price;
  if (bets) return most ? { label, note: say("poker.bet.of", { amount: whole(amount) }) } : { label };
  return { label, note: say(size === "S" ? "poker.raise.more.short" : "poker.raise.more", { amount: whole(more) }) };
}

/** "400 to 1,160 · with the call the pots hold 1,535" */
export function sizingHint(game: PokerGame, option: Option): string {
  const limits = say("poker.sizing.limits", { least: whole(option.from ?? ""), most: whole(option.to ?? "") });
  const call = cents(game.option("call")?.costs);
  const pots = game.onTheTable + call;
  if (pots === 0) return limits;
  return say(call > 0 ? "poker.sizing.with-call" : "poker.sizing.pots", { limits, pots: whole(pots) });
}


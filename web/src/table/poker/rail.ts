/** What the buttons are, from the floor's options. A button says what it costs; what is not offered is not there. */

import { cents, whole } from "$lib/money";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import type { Action } from "../shared/ActionBar.svelte";
import type { PokerGame } from "./game.svelte";
import { habits, sizeOf, type OwnSize } from "./habits.svelte";
import type { Option } from "./view";

/** Bet or raise: the option that takes an amount. */
export const sized = (game: PokerGame): Option | undefined => game.option("raise") ?? game.option("bet");

/** The safe one left, what the table asks for right: a raise is never the button that a hurried press hits. */
export function decisions(game: PokerGame, amount: number, sizing: boolean): Action[] {
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
  if (raise && sizing) {
    const good = amount >= cents(raise.from) && amount <= cents(raise.to);
    add(raise, { id: "raise", ...raiseWords(game, raise, amount), key: "r" }, () => {
      if (good) game.sayAmount(raise, amount);
    });
    if (!good) found.at(-1)!.off = true;
  } else if (!raise && allIn && cents(allIn.costs) !== cents(call?.costs)) {
    add(allIn, { id: "allin", label: say("poker.all-in"), note: whole(allIn.costs ?? ""), key: "a" });
  }
  if (check) add(check, { id: "check", label: say("poker.check"), key: "k", plaque: true });
  if (call) add(call, { id: "call", ...callWords(game, call), key: "c", plaque: true });
  return found;
}

function standing(game: PokerGame): { off: boolean } {
  return { off: game.pending.length > 0 || game.unsure };
}

function callWords(game: PokerGame, call: Option): { label: string; note: string } {
  const costs = cents(call.costs);
  const note = costs === game.table.you?.stack ? "poker.call.all-in" : "poker.call.pots";
  return { label: say("poker.call.of", { amount: whole(costs) }), note: say(note, { pots: whole(game.onTheTable + costs) }) };
}

/** What it costs from here: the chips that lie in front of you already count. */
function raiseWords(game: PokerGame, option: Option, amount: number): { label: string; note?: string } {
  if (Number.isNaN(amount)) return { label: say(option.do.endsWith("bet") ? "poker.bet" : "poker.raise") };
  const bets = option.do.endsWith("bet");
  const most = amount === cents(option.to);
  const label = say(most ? "poker.all-in.to" : bets ? "poker.bet.of" : "poker.raise.to", { amount: whole(amount) });
  return { label, note: say("poker.raise.from-you", { amount: whole(amount - (game.table.you?.bet ?? 0)) }) };
}

interface Preset {
  label: string;
  amount: number;
}

/** Own sizes stand in place of the floor's; all-in stays. */
export function presets(game: PokerGame, option: Option): Preset[] {
  const own = habits.sizes.flatMap((size) => {
    if (size === null) return [];
    const amount = sizeFrom(game, option, size);
    return [{ label: say(`poker.preset.own.${size.of}`, { times: size.times, amount: whole(amount) }), amount }];
  });
  const offered = (option.presets ?? []).filter(({ preset }) => own.length === 0 || preset === "all-in");
  const labelled = offered.map(({ preset, amount }) => ({
    label: sayIfKnown(`poker.preset.${preset}`, whole(amount), { amount: whole(amount) }),
    amount: cents(amount),
  }));
  const shown = [...own, ...labelled];
  return shown.filter(({ label }, index) => shown.findIndex((each) => each.label === label) === index);
}

function sizeFrom(game: PokerGame, option: Option, size: OwnSize): number {
  const pots = game.onTheTable + cents(game.option("call")?.costs);
  const at = { price: game.table.price, pots, blind: cents(game.sign?.blinds[1]) };
  return sizeOf(size, at, cents(option.from), cents(option.to), cents(option.step) || 100);
}

/** `½` is a key on some keyboards, `h` on all. */
const POTS: Record<string, number> = { "½": 50, h: 50, p: 100 };

/** The amount that a key means. */
export function sizeBy(game: PokerGame, option: Option, key: string): number | undefined {
  if (key === "a") return cents(option.to);
  const times = POTS[key];
  const size = times === undefined ? habits.sizes[Number(key) - 1] : { of: "pot" as const, times };
  return size ? sizeFrom(game, option, size) : undefined;
}

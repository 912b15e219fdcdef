/** Where you stand when it is not your turn: one sentence, and what is possible now. */

import { money } from "$lib/money";
import { say } from "$lib/words/words.svelte";
import type { Action } from "../shared/ActionBar.svelte";
import type { Size } from "../shared/stage";
import type { Time } from "../shared/time";
import type { PokerGame } from "./game.svelte";
import { before } from "./model";
import type { Opens } from "./PokerRail.svelte";

export function waitingLine(game: PokerGame, time: Time | null): string {
  const { view, table, own } = game;
  if (view.state === "suspended") return say("poker.line.suspended");
  if (view.state === "closed") return say("poker.line.closed");
  const later = laterLine(game);
  if (later) return later;
  const you = table.you;
  if (game.reveals) return say("poker.line.skip");
  if (own === null || you === null) return notSeated(game);
  if (you.leaving) return say("poker.line.leaving");
  if (game.dropped === "seat") return say("poker.line.seat-taken");
  if (!game.playing) return betweenRounds(game, time);
  if (you.away) return say("poker.line.away");
  if (!you.dealt) return you.stack === 0 ? withoutChips(game) : say("poker.line.next");
  if (you.folded) return say("poker.line.folded");
  if (you.allIn) return say("poker.line.all-in");
  const turn = table.seats.find((seat) => seat.turn);
  if (turn === undefined) return say("poker.line.dealer");
  const count = before(table);
  const name = turn.player ?? "";
  return count === null ? say("poker.line.turn", { name }) : say("poker.line.turn.before", { name, count });
}

function notSeated(game: PokerGame): string {
  if (game.table.seats.every((seat) => seat.player !== null)) return say("poker.line.full");
  return say(game.dropped === "seat" ? "poker.line.seat-taken" : "poker.line.choose");
}

function laterLine({ later }: PokerGame): string {
  if (later === null) return "";
  if (later.word === "sits") return say("poker.later.sits", { seat: later.seat });
  return say(later.word === "back" ? "poker.later.back" : "poker.later.top-up");
}

/** No chips at the table: more may be in the purse, or the table asks for more than it has. */
function withoutChips(game: PokerGame): string {
  return game.broke ? say("poker.line.broke", { least: money(game.sign?.stake[0] ?? "0.00") }) : say("poker.line.no-chips");
}

function betweenRounds(game: PokerGame, time: Time | null): string {
  const you = game.table.you;
  if (you?.away) return say("poker.line.away");
  if (you?.stack === 0) return withoutChips(game);
  if (game.round?.waiting.some((each) => each.for === "settle")) return say("poker.line.settle");
  if (game.pause && time) return say("poker.line.pause", { seconds: time.seconds });
  const waits = game.round === null || game.round.waiting.some((each) => each.for === "start");
  const present = game.table.seats.filter((seat) => seat.player !== null && !seat.away && seat.stack > 0).length;
  return say(waits && present < 2 ? "poker.line.alone" : "poker.line.dealer");
}

/** The buttons beside that sentence. */
export function between(game: PokerGame, size: Size, open: (what: Opens) => void): Action[] {
  const found = possible(game, size, open);
  return [...found.filter((action) => !action.plaque), ...found.filter((action) => action.plaque)];
}

function possible(game: PokerGame, size: Size, open: (what: Opens) => void): Action[] {
  const found: Action[] = [];
  const off = game.unsure;
  const add = (id: string, label: string, run: () => void, more: Partial<Action> = {}) => found.push({ id, label, run, off, ...more });
  if (game.later !== null) {
    add("later", say("poker.later.undo"), () => (game.later = null));
    return found;
  }
  const you = game.table.you;
  if (game.own === null || you === null) {
    const free = game.table.seats.some((seat) => seat.player === null);
    if (game.view.you && free && game.view.state === "open") add("sit", say("poker.sit-down"), () => open("sit"), { plaque: true });
    return found;
  }
  if (you.leaving) return found;
  if (you.away) {
    const back = game.option("back");
    add("back", say("poker.back"), () => (back ? void game.say(back.do) : (game.later = { word: "back" })), { plaque: true });
    add("leave", say("poker.leave"), () => open("leave"), { quiet: true });
    return found;
  }
  const over = game.round !== null && !game.playing;
  const mucks = game.option("mucks");
  if (mucks) add("mucks", say("poker.mucks"), () => void game.say(mucks.do), { pending: game.isPending(mucks.do) });
  if (game.playing && you.dealt && !you.folded) return found;
  const away = game.option("away");
  if (away) add("away", say("poker.away"), () => void game.say(away.do), { pending: game.isPending(away.do) });
  if (game.broke) {
    add("leave", say("poker.leave"), () => open("leave"), { plaque: true });
    return found;
  }
  // in a round it is kept in the page until the round is over
  if (game.option("tops-up") || (game.playing && game.topUp.least <= game.topUp.most)) add("top-up", say("poker.top-up"), () => open("top-up"), { plaque: you.stack === 0 });
  if (game.mayShow) add("shows", say("poker.shows"), () => open("shows"));
  if (over && you.dealt && game.table.pots.length > 0) add("pots", say(size === "S" ? "poker.explain.short" : "poker.explain"), () => open("pots"), { key: "e", plaque: you.stack > 0 });
  return found;
}

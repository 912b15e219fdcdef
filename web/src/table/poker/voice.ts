/** The table's voice in lines: what followed each act, in the language of the page where the catalogue knows it. */

import { money } from "$lib/money";
import type { ThenTold } from "$lib/types";
import type { TableView } from "$lib/views";
import { floorSays } from "$lib/words/floor";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { madeName } from "../shared/hands";
import { incidentSaid } from "../shared/incidents";
import type { VoiceLine } from "../shared/voice.svelte";
import { listed, potWord } from "./said";
import type { PokerRound } from "./view";

type Happened = NonNullable<TableView["happened"]>[number];
type Values = Record<string, unknown>;

/** Beside the point for whoever plays: the picture and the buttons say it. */
const UNTOLD = new Set(["betting-opened", "seat-stands", "hands-not-shown"]);
const CALLS = new Set(["round-started", "poker-community-turned", "pot-won", "poker-round-voided"]);
const STREETS: Record<string, number> = { flop: 3, turn: 1, river: 1 };

const CITED = 2;

export function voiceLines(view: TableView): VoiceLine[] {
  if (view.happened === null) return [{ id: `gap-${view.version}`, at: view.version, text: say("voice.missed"), cites: [], gap: true }];
  return view.happened.flatMap((item) => lines(item, view));
}

function lines(item: Happened, view: TableView): VoiceLine[] {
  const pots = item.then.filter((each) => each.event === "pot-won");
  return item.then
    .filter((each) => !UNTOLD.has(each.event))
    .map((each, index) => ({
      id: `${item.version}.${index}`,
      at: item.version,
      ...spoken(each, pots, view),
      cites: nearest(each.cites),
      call: CALLS.has(each.event),
    }))
    .filter((line) => line.text);
}

/** One thing that followed, in the language of the page; `pots` are those of the same act. */
export const spoken = (each: ThenTold, pots: readonly ThenTold[], view: TableView): { text: string; cards?: string } =>
  each.event === "pot-won" ? potWords(each, pots, view) : words(each, view);

/** "Main pot 565.00: Deniz 540.00. Rake 25.00" */
function potWords(each: ThenTold, pots: readonly ThenTold[], view: TableView): { text: string } {
  const values = (each.values ?? {}) as { amount?: string; rake?: string; won?: Record<string, string> };
  if (!values.amount || !values.won) return { text: floorSays(each) };
  const winners = Object.entries(values.won).map(([seat, amount]) => {
    const name = (view.round as PokerRound | null)?.players[seat]?.player ?? seat;
    return `${name === view.you?.name ? say("poker.you.short") : name} ${money(amount)}`;
  });
  const pot = potWord(pots.indexOf(each), pots.length);
  const key = Number(values.rake) > 0 ? "poker.voice.pot.rake" : "poker.voice.pot";
  return { text: say(key, { pot, amount: money(values.amount), winners: listed(winners), rake: money(values.rake ?? "0.00") }) };
}

/** A lettered item stands for the paragraph that opens it; two are enough for a line. */
const nearest = (cites: readonly string[]): string[] =>
  cites.filter((cite) => !cites.some((other) => other.startsWith(`${cite}(`))).slice(0, CITED);

function words(each: ThenTold, view: TableView): { text: string; cards?: string } {
  const values = (each.values ?? {}) as Values;
  const player = String(values.player ?? "");
  const who = { player, you: player === view.you?.name ? "yes" : "no" };
  const amount = (key: string): string => (values[key] === undefined ? "" : money(String(values[key])));
  const incident = incidentSaid(each);
  if (incident !== null) return { text: incident };
  switch (each.event) {
    case "round-started":
      return { text: say("voice.called", { words: floorSays(view.said ?? each) }) };
    case "blind-posted":
      return { text: said("poker.voice.posts", each, { ...who, amount: amount("live") || amount("dead") }) };
    case "action-taken":
      return { text: said(`poker.voice.${acted(values)}`, each, { ...who, chips: amount("chips"), price: amount("price") }) };
    case "poker-community-turned": {
      const street = String(values.street ?? "");
      const cards = String(values.board ?? "").split(" ").slice(-(STREETS[street] ?? 5)).join(" ");
      return { text: said(`poker.voice.street.${street}`, each), cards };
    }
    case "hand-turned-up":
    case "hand-shown": {
      const hand = madeName({ hand: String(values.hand), ranks: (values.ranks ?? []) as string[], cards: "", text: "" });
      if (!hand) return { text: floorSays(each) };
      return { text: said("poker.voice.shows", each, { ...who, hand }), cards: String(values.cards ?? "") };
    }
    default:
      if (each.says) return { text: floorSays(each) };
      return { text: said(`poker.voice.${each.event}`, each, { ...who, amount: amount("amount"), chips: amount("chips"), stack: amount("stack"), stake: amount("stake") }) };
  }
}

/** Raise and all-in in one: "Ben goes all-in to 180.00". */
function acted(values: Values): string {
  const act = String(values.act ?? "");
  return values.all_in && act !== "fold" ? `all-in.${act}` : act;
}

const said = (key: string, each: ThenTold, values: Record<string, string> = {}): string => sayIfKnown(key, floorSays(each), values);

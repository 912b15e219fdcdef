/** The table's voice in lines: what followed each act, in the language of the page. */

import type { ThenTold } from "$lib/types";
import type { TableView } from "$lib/views";
import { floorSays } from "$lib/words/floor";
import { say } from "$lib/words/words.svelte";
import { heard, saidElsewhere, type VoiceLine } from "../shared/voice.svelte";

type Happened = NonNullable<TableView["happened"]>[number];

/** Needs no line: the picture and the buttons show it. */
const UNTOLD = new Set(["betting-opened", "seat-stands", "hands-not-shown"]);
const CALLS = new Set(["round-started", "poker-community-turned", "pot-won", "poker-round-voided"]);

const CITED = 2;

export function voiceLines(view: TableView): VoiceLine[] {
  if (view.happened === null) return [{ id: `gap-${view.version}`, at: view.version, text: say("voice.missed"), cites: [], gap: true }];
  return view.happened.flatMap((item) => lines(item, view));
}

function lines(item: Happened, view: TableView): VoiceLine[] {
  return item.then
    .filter((each) => !UNTOLD.has(each.event) && !saidElsewhere(each))
    .map((each) => ({
      // says the same alone or with what followed, because the cursor shows consequences one after the other
      id: `${item.version} ${each.event} ${each.place ?? ""} ${each.text}`,
      at: item.version,
      ...spoken(each, view),
      cites: nearest(each.cites),
      call: CALLS.has(each.event),
      silent: each.event === "pot-won" && isOwn(each, view), // the sum of your pots is said instead
    }))
    .filter((line) => line.text);
}

const isOwn = ({ values }: ThenTold, view: TableView): boolean =>
  Object.keys((values?.won ?? {}) as object).every((seat) => Number(seat) === view.you?.places[0]);

/** A lettered item stands for the paragraph that opens it; two are enough for a line. */
const nearest = (cites: readonly string[]): string[] =>
  cites.filter((cite) => !cites.some((other) => other.startsWith(`${cite}(`))).slice(0, CITED);

/** One thing that followed, in the language of the page. */
export function spoken(each: ThenTold, view: TableView): { text: string; cards?: string } {
  if (each.event === "round-started") return { text: say("voice.called", { words: floorSays(view.said ?? each) }) };
  return heard(each, each.values?.player !== undefined && each.values.player === view.you?.name);
}

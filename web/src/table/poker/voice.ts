/** The table's voice in lines: what followed each act, in the language of the page. */

import type { ThenTold } from "$lib/types";
import type { TableView } from "$lib/views";
import { floorSays } from "$lib/words/floor";
import { say } from "$lib/words/words.svelte";
import { incidentSaid } from "../shared/incidents";
import { heard, type VoiceLine } from "../shared/voice.svelte";

type Happened = NonNullable<TableView["happened"]>[number];

/** Beside the point for whoever plays: the picture and the buttons say it. */
const UNTOLD = new Set(["betting-opened", "seat-stands", "hands-not-shown"]);
const CALLS = new Set(["round-started", "poker-community-turned", "pot-won", "poker-round-voided"]);

const CITED = 2;

export function voiceLines(view: TableView): VoiceLine[] {
  if (view.happened === null) return [{ id: `gap-${view.version}`, at: view.version, text: say("voice.missed"), cites: [], gap: true }];
  return view.happened.flatMap((item) => lines(item, view));
}

function lines(item: Happened, view: TableView): VoiceLine[] {
  return item.then
    .filter((each) => !UNTOLD.has(each.event))
    .map((each, index) => ({
      id: `${item.version}.${index}`,
      at: item.version,
      ...spoken(each, view),
      cites: nearest(each.cites),
      call: CALLS.has(each.event),
    }))
    .filter((line) => line.text);
}

/** A lettered item stands for the paragraph that opens it; two are enough for a line. */
const nearest = (cites: readonly string[]): string[] =>
  cites.filter((cite) => !cites.some((other) => other.startsWith(`${cite}(`))).slice(0, CITED);

/** One thing that followed, in the language of the page. */
export function spoken(each: ThenTold, view: TableView): { text: string; cards?: string } {
  const incident = incidentSaid(each);
  if (incident !== null) return { text: incident };
  if (each.event === "round-started") return { text: say("voice.called", { words: floorSays(view.said ?? each) }) };
  return heard(each, each.values?.player !== undefined && each.values.player === view.you?.name);
}

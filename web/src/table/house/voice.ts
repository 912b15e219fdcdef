/** What a house table says: acts and what followed them, as lines. */

import { cents, money } from "$lib/money";
import type { TableView, Then } from "$lib/views";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import type { VoiceLine } from "../shared/voice.svelte";
import { drawn } from "./model";

type Happened = NonNullable<TableView["happened"]>[number] & { then?: Then[]; cites?: string[] };

export function lines(view: TableView, before: TableView | null): VoiceLine[] {
  const found: VoiceLine[] = [];
  if (view.happened === null) found.push({ id: `gap ${view.version}`, text: say("voice.missed"), cites: [], gap: true });
  for (const each of (view.happened ?? []) as Happened[]) found.push(...ofAct(each, view));
  const said = view.said;
  const known = before?.said?.text === said?.text && before?.deal?.round === view.deal?.round;
  if (said && !known) found.push({ id: `said ${view.deal?.round} ${said.text}`, text: `“${said.text}”`, cites: said.cites, call: true });
  return found;
}

function ofAct(act: Happened, view: TableView): VoiceLine[] {
  const id = `act ${act.version}`;
  const followed = act.then ?? [];
  if (followed.length === 0) {
    const text = inWords(act, view);
    return text ? [{ id, text, cites: act.cites ?? [] }] : [];
  }
  return followed.map((each, place) => ({
    id: `${id} ${place}`,
    text: each.text,
    cites: each.cites,
    call: each.text.startsWith("“") || each.text.startsWith('"'),
  }));
}

/** An act by itself: "Ben, box 1: Ante 25.00". */
function inWords(act: Happened, view: TableView): string {
  const [first = "", verb = "", ...rest] = act.do.split(" ");
  const place = Number(first);
  const table = drawn(view, null);
  const player = table.boxes.get(place)?.player ?? act.by;
  const mine = player === view.you?.name;
  const who = mine ? say("voice.you", { box: place }) : say("voice.who", { box: place, player });
  const words = view.words ?? { spots: {}, decisions: {} };
  if (Number.isNaN(place)) return "";
  if (verb in words.decisions && rest.length === 0) {
    return say("voice.decides", { who, decision: sayIfKnown(`box.did.${verb}`, words.decisions[verb] ?? verb) });
  }
  if (verb in words.spots && rest[0]) return say("voice.bets", { who, spot: words.spots[verb] ?? verb, amount: money(cents(rest[0])) });
  if (verb === "withdraw" && rest[0]) return say("voice.withdraws", { who, spot: words.spots[rest[0]] ?? rest[0] });
  if (verb === "sits") return say("voice.sits", { who: rest[0] ?? player, box: place });
  return sayIfKnown(`voice.${verb}`, "", { who, box: place });
}

/** What a house table says: acts and what followed them, as lines. The floor says it; cards are drawn. */

import { cents } from "$lib/money";
import { houseRound, type TableView, type Then } from "$lib/views";
import { floorSays } from "$lib/words/floor";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { heard, saidElsewhere, type VoiceLine } from "../shared/voice.svelte";

type Values = Record<string, unknown>;
type Told = Then & { values?: Values };
type Happened = NonNullable<TableView["happened"]>[number] & { then?: Told[] };

/** What is drawn and needs no line of its own. */
const SILENT = new Set(["cards-called", "decisions-asked", "table-opened"]);
const CALLS = new Set(["bets-closed", "round-opened", "dealer-revealed", "community-turned", "round-voided"]);

export function lines(view: TableView, before: TableView | null): VoiceLine[] {
  const found: VoiceLine[] = [];
  if (view.happened === null) found.push({ id: `gap ${view.version}`, at: view.version, text: say("voice.missed"), cites: [], gap: true });
  for (const act of (view.happened ?? []) as Happened[]) {
    const told = (act.then ?? []).filter((each) => !SILENT.has(each.event) && !saidElsewhere(each));
    found.push(...told.map((each) => ({ id: idOf(act.version, each), at: act.version, ...line(each, view) })).filter((each) => each.text));
  }
  const said = view.said;
  const known = before?.said?.text === said?.text && before?.deal?.round === view.deal?.round;
  const call = said ? say("voice.called", { words: floorSays(said) }) : "";
  if (said && !known && !found.some((each) => each.text === call)) {
    found.push({ id: `said ${view.deal?.round} ${said.text}`, at: view.version, text: call, cites: said.cites, call: true });
  }
  return found;
}

/** Says the same alone or with what followed, because the cursor shows an act's consequences one after the other. */
const idOf = (version: number, told: Told): string => `${version} ${told.event} ${told.place ?? ""} ${told.text}`;

/** One thing that followed, in the language of the page. */
export function line(told: Told, view: TableView): Omit<VoiceLine, "id" | "at"> {
  const player = String(told.values?.player ?? "");
  const mine = player !== "" && player === view.you?.name;
  const box = told.place ?? 0;
  const who = mine ? say("voice.you", { box }) : say("voice.who", { box, player });
  const english = told.text.replace(/"([^"]*)"/g, "“$1”").replace(`Box ${box}, ${player}`, who);
  if (told.says?.code === "told.brings" && cents(String(told.says.values?.amount ?? "")) === 0) return { text: "", cites: [] };
  const said = heard({ ...told, text: english }, mine, (part) => {
    if (part.code === "told.box-of" && player) return who;
    return part.code === "decided" ? sayIfKnown(`box.did.${part.values?.decision}`, String(part.values?.words)) : null;
  });
  // your own result is said once, with what it came to
  const silent = told.event === "box-settled" && mine;
  return { ...said, ...ownCards(told, view, mine), cites: told.cites, call: CALLS.has(told.event), silent };
}

/** Your own cards stand after the words, where the view shows them to you. */
function ownCards(told: Told, view: TableView, mine: boolean): { cards?: string } {
  if (told.event !== "hand-examined" || !mine) return {};
  return { cards: houseRound(view)?.boxes[String(told.place)]?.hand ?? "" };
}

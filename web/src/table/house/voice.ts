/** What a house table says: acts and what followed them, as lines. The floor says it; what is drawn with cards has words of the page. */

import { cents, money, signed } from "$lib/money";
import { houseRound, type TableView, type Then } from "$lib/views";
import { capital, floorSays } from "$lib/words/floor";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import { madeName } from "../shared/hands";
import { incidentSaid } from "../shared/incidents";
import type { VoiceLine } from "../shared/voice.svelte";

type Values = Record<string, unknown>;
type Told = Then & { values?: Values };
type Happened = NonNullable<TableView["happened"]>[number] & { then?: Told[] };

/** What is drawn and needs no line of its own. */
const SILENT = new Set(["cards-called", "decisions-asked", "table-opened"]);
/** No key of the page's catalogue. */
const SAID_BY_THE_FLOOR = "";
const CALLS = new Set(["bets-closed", "round-opened", "dealer-revealed", "community-turned", "round-voided"]);

export function lines(view: TableView, before: TableView | null): VoiceLine[] {
  const found: VoiceLine[] = [];
  if (view.happened === null) found.push({ id: `gap ${view.version}`, at: view.version, text: say("voice.missed"), cites: [], gap: true });
  for (const act of (view.happened ?? []) as Happened[]) {
    const told = (act.then ?? []).filter((each) => !SILENT.has(each.event));
    found.push(...told.map((each, place) => ({ id: `${act.version} ${place}`, at: act.version, ...line(each, view) })).filter((each) => each.text));
  }
  const said = view.said;
  const known = before?.said?.text === said?.text && before?.deal?.round === view.deal?.round;
  const call = said ? say("voice.called", { words: floorSays(said) }) : "";
  if (said && !known && !found.some((each) => each.text === call)) {
    found.push({ id: `said ${view.deal?.round} ${said.text}`, at: view.version, text: call, cites: said.cites, call: true });
  }
  return found;
}

/** One thing that followed, in the language of the page; without words of its own it is told as the floor tells it. */
export function line(told: Told, view: TableView): Omit<VoiceLine, "id" | "at"> {
  const values = told.values ?? {};
  const text = (key: string): string => (typeof values[key] === "string" ? values[key] : "");
  const player = text("player");
  const mine = player !== "" && player === view.you?.name;
  const box = told.place ?? 0;
  const who = mine ? say("voice.you", { box }) : say("voice.who", { box, player });
  const spot = view.words?.spots[text("spot")] ?? text("spot");
  const decision = text("decision");
  const amount = text("amount") || text("total");
  const english = told.text.replace(/"([^"]*)"/g, "“$1”").replace(`Box ${box}, ${player}`, who);
  const plain = capital(floorSays({ ...told, text: english }, (part) => (part.code === "told.box-of" && player ? who : null)));
  const found = {
    who,
    player,
    box,
    spot,
    amount: amount ? money(amount) : "",
    decision: sayIfKnown(`box.did.${decision}`, view.words?.decisions[decision] ?? decision),
    street: text("street") ? sayIfKnown(`street.${text("street")}`, text("street")) : "",
    net: text("net") ? signed(cents(text("net"))) : "",
    hand: text("hand") ? madeName({ hand: text("hand"), ranks: ranks(values.ranks), cards: "", text: text("hand") }) : "",
  };
  const call = CALLS.has(told.event);
  const incident = incidentSaid(told);
  if (incident !== null) return { text: incident, cites: told.cites };
  return { text: sayIfKnown(keyOf(told, mine, values), plain, found), cards: cardsOf(told, values, view, mine), cites: told.cites, call };
}

const ranks = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);

function keyOf(told: Told, mine: boolean, values: Values): string {
  switch (told.event) {
    case "hand-examined":
      return mine ? "event.hand-examined.you" : "event.hand-examined";
    case "box-taken":
    case "chips-brought":
      return mine ? `event.${told.event}.you` : SAID_BY_THE_FLOOR;
    case "decision-made":
      return values.amount ? "event.decision-made.costs" : "event.decision-made";
    case "box-settled":
      return values.hand ? "event.box-settled.hand" : "event.box-settled";
    case "dealer-revealed":
      return values.qualifies === undefined ? "event.dealer-revealed" : values.qualifies ? "event.dealer-revealed.plays" : "event.dealer-revealed.noplay";
    case "cards-dealt":
      return values.up ? "event.cards-dealt.up" : SAID_BY_THE_FLOOR;
    case "community-turned":
      return told.says ? SAID_BY_THE_FLOOR : "event.community-turned";
    case "hand-lies-open":
      return "event.hand-lies-open";
    default:
      return SAID_BY_THE_FLOOR;
  }
}

/** Cards that stand after the words; your own only where the view shows them to you. */
function cardsOf(told: Told, values: Values, view: TableView, mine: boolean): string {
  if (told.event === "dealer-revealed" && typeof values.cards === "string") return values.cards;
  if (told.event === "cards-dealt" && typeof values.up === "string") return values.up;
  if (told.event === "community-turned" && typeof values.board === "string" && !told.says) {
    return values.board.split(" ").slice(values.street === "flop" ? 0 : -1).join(" ");
  }
  if (told.event === "hand-examined" && mine) return houseRound(view)?.boxes[String(told.place)]?.hand ?? "";
  return "";
}

/** The table's voice in lines: what followed each act, as the floor words it; without that, the act itself. */

import type { TableView } from "$lib/views";
import { say } from "$lib/words/words.svelte";
import type { VoiceLine } from "../shared/voice.svelte";
import type { PokerRound } from "./view";

interface Item {
  version: number;
  by: string;
  do: string;
  cites?: string[];
  then?: { event: string; text: string; cites: string[]; place?: number }[];
}

const CALLS = new Set(["round-started", "poker-community-turned", "pots-given-out", "poker-round-voided"]);
const CARDS = /((?:\b[2-9TJQKA][shdc]\b ?)+)$/;

export function voiceLines(view: TableView, before: TableView | null): VoiceLine[] {
  const items = view.happened as Item[] | null;
  if (items === null) return [{ id: `gap-${view.version}`, text: say("voice.missed"), cites: [], gap: true }];
  return items.flatMap((item) => [...announced(item, view), ...lines(item, before)]);
}

/** What the document has the dealer say when a round starts. */
function announced(item: Item, view: TableView): VoiceLine[] {
  const said = view.said;
  if (item.do !== "start" || !said) return [];
  const round = view.round as PokerRound | null;
  return [{ id: `said-${round?.number ?? item.version}`, text: `“${said.text}”`, cites: said.cites, call: true }];
}

function lines(item: Item, before: TableView | null): VoiceLine[] {
  const told = item.then ?? [];
  if (told.length === 0) return [{ id: `${item.version}`, text: `${who(item, before)}: ${words(item)}`, cites: item.cites ?? [] }];
  return told.map((each, index) => {
    const cards = CARDS.exec(each.text)?.[1]?.trim();
    const text = cards ? each.text.slice(0, -cards.length).trimEnd() : each.text;
    return { id: `${item.version}.${index}`, text, cards, cites: each.cites, call: CALLS.has(each.event) };
  });
}

const who = (item: Item, before: TableView | null): string => {
  const seat = before?.seats?.[item.do.split(" ")[0] ?? ""];
  return seat?.player ?? item.by;
};

const words = (item: Item): string => item.do.split(" ").slice(/^\d/.test(item.do) ? 1 : 0).join(" ");

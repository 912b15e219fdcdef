/** Words of a house table: what stands on a plate, what a screen reader hears of a box. */

import { spoken, signed } from "$lib/money";
import { cardsSaid } from "$lib/words/cards";
import { say, sayIfKnown } from "$lib/words/words.svelte";
import type { DrawnBox } from "./model";

type Names = Readonly<Record<string, string>>;

/** What a box does or did, in a word. */
export function tagOf(box: DrawnBox, decisions: Names, thinking: boolean): string {
  if (box.award) return say("box.award");
  if (box.standing === "folded") return say("box.folded");
  if (box.standing === "returned") return say("box.returned");
  if (box.asked) return thinking && box.looked ? say("box.thinking") : box.decision ? did(box.decision, decisions) : "";
  if (box.ready) return say("box.ready");
  return box.decision ? did(box.decision, decisions) : "";
}

const did = (decision: string, decisions: Names): string => sayIfKnown(`box.did.${decision}`, decisions[decision] ?? decision);

export function boxLabel(
  number: number,
  box: DrawnBox | null,
  names: (spot: string) => string,
  decisions: Names,
  thinking: boolean,
): string {
  if (!box) return say("box.free", { box: number });
  const bets = Object.values(box.bets).filter((bet) => bet.lies > 0).map((bet) => `${names(bet.spot)} ${spoken(bet.lies)}`);
  const told = [
    say("box.of", { box: number, player: box.player }),
    tagOf(box, decisions, thinking),
    box.cards.length ? cardsSaid([...box.cards]) : "",
    ...bets,
    box.net === null ? "" : signed(box.net),
    box.connected ? "" : say("box.away"),
  ];
  return told.filter(Boolean).join(", ");
}

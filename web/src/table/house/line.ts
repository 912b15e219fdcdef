/** What the dealer's line says: the last announcement, what you are asked, or the verdict. */

import { floorSays } from "$lib/words/floor";
import { say } from "$lib/words/words.svelte";
import { madeName } from "../shared/hands";
import type { HouseSeat } from "./seat.svelte";

export interface DealerLine {
  text: string;
  /** The clock stands next to it. */
  timed: boolean;
}

export function dealerLine(seat: HouseSeat): DealerLine {
  const { table, view, active: box } = seat;
  if (view.state === "suspended") return { text: say("state.suspended"), timed: false };
  if (table.phase === "void") return { text: say("line.void"), timed: false };
  if (seat.asked) {
    if (seat.box?.asked === "choice") return { text: say("line.choice", { box }), timed: true };
    const options = (seat.may.decisions.get(box) ?? []).filter((option) => option.costs).map((option) => option.word ?? "");
    const text = table.board && options[0] ? say("line.street", { box, word: options[0] }) : say("line.decision", { box });
    return { text, timed: true };
  }
  const { makes, qualifies } = table.dealer;
  if ((table.over || table.phase === "settling" || table.phase === "awarding") && makes) {
    const hand = madeName(makes);
    const key = qualifies === null ? "line.has" : qualifies ? "line.plays" : "line.noplay";
    return { text: say(key, { hand }), timed: false };
  }
  const called = table.phase === "settling" && seat.cursor?.runs && [...table.boxes.values()].some((each) => each.standing === "in-play" && each.staked > 0);
  if (called) return { text: say("line.hand"), timed: false };
  return { text: view.said ? say("voice.called", { words: floorSays(view.said) }) : "", timed: table.phase === "betting" };
}

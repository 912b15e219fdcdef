/** A table at a glance, in a word or two. */

import { sayIfKnown, say } from "$lib/words/words.svelte";
import type { LobbyTable } from "$lib/views";

export interface Glance {
  name: string;
  state: string;
  round: number;
  phase: string | null;
  waiting: { for: string; award?: string; rank?: string; box?: number }[];
  since: string;
}

export function nowOf(glance: Glance | undefined, table: LobbyTable | undefined): { text: string; waits: boolean } {
  const state = glance?.state ?? table?.state ?? "open";
  const first = glance?.waiting[0];
  if (state === "suspended") {
    const ruling = glance?.waiting.some((each) => each.for === "incident") ?? false;
    return { text: say(ruling ? "pit.now.ruling" : "pit.now.held"), waits: ruling };
  }
  if (state !== "open") return { text: sayIfKnown(`pit.state.${state}`, state), waits: false };
  if (!first) return { text: sayIfKnown(`pit.phase.${glance?.phase ?? "idle"}`, glance?.phase ?? "–"), waits: false };
  const key = first.for === "jackpot" ? `jackpot.${first.award ?? "held"}` : first.for;
  return { text: sayIfKnown(`pit.now.${key}`, first.for), waits: false };
}

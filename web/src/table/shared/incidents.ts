/** Incidents in the table's voice: what was reported, who decides, what was ruled. */

import { capital } from "$lib/words/floor";
import { say, sayIfKnown } from "$lib/words/words.svelte";

interface Told {
  event: string;
  values?: Record<string, unknown>;
}

/** A ruling as a label: "round void". */
export const rulingWord = (ruling: string): string => sayIfKnown(`ruling.${ruling}`, ruling);
export const rulingTitle = (ruling: string): string => capital(rulingWord(ruling));

/** Null where it is no incident; empty where another line has said it. */
export function incidentSaid({ event, values = {} }: Told): string | null {
  const of = (key: string): string => (typeof values[key] === "string" ? values[key] : "");
  const rank = sayIfKnown(`role.${of("rank")}`, of("rank"));
  switch (event) {
    case "incident-waits":
      return say("voice.incident.waits", { kind: sayIfKnown(`kind.${of("kind")}`, of("kind")), rank });
    case "irregularity-ruled":
    case "poker-irregularity-ruled":
      return say("voice.incident.ruled", {
        kind: sayIfKnown(`kind.${of("incident")}`, of("incident")),
        ruling: rulingWord(of("ruling")),
      });
    case "incident-decided":
      return of("ruling") ? "" : say("voice.incident.dismissed", { rank });
    default:
      return null;
  }
}

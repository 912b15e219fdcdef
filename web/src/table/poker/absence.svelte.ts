/** A lost connection, and what became of the seat and of a press meanwhile. */

import type { Act } from "$lib/acts.svelte";
import { floor } from "$lib/floor.svelte";
import type { TableView } from "$lib/views";
import type { PokerGame } from "./game.svelte";
import { voiceLines } from "./voice";

export interface Returned {
  /** Still asked; nothing is asked any more; the clock has folded the hand, or checked. */
  kind: "still" | "seen" | "late" | "checked";
  seconds: number;
  press: "" | "arrived" | "lost";
  word: string;
  missed: readonly string[];
  put: number;
  cites: readonly string[];
}

export class Absence {
  returned = $state.raw<Returned | null>(null);
  private gone: { at: number; press: Act | null } | null = null;

  constructor(private readonly game: PokerGame) {}

  /** From an effect that follows the connection. */
  follow(open: boolean): void {
    if (open || this.gone || !this.game.watch.view) return;
    this.game.cursor.lose();
    this.gone = { at: performance.now(), press: this.game.pending[0] ?? null };
    this.returned = null;
  }

  /** The first view after the gap. A press is sent again by itself; what became of it is known with its answer. */
  async cameBack(view: TableView): Promise<void> {
    const gone = this.gone;
    this.gone = null;
    if (gone === null) return;
    const press = gone.press;
    const word = press ? (press.words.split(" ")[1] ?? "") : "";
    if (press?.isOpen) await press.answered;
    const own = this.game.own;
    const clocked = (view.happened ?? []).find((each) => each.by === "system" && [`${own} fold`, `${own} check`].includes(each.do));
    const kind = clocked ? (clocked.do.endsWith("fold") ? "late" : "checked") : this.game.yourTurn ? "still" : "seen";
    this.returned = {
      kind,
      seconds: Math.round((performance.now() - gone.at) / 1000),
      press: press === null ? "" : press.state === "done" ? "arrived" : "lost",
      word,
      missed: voiceLines(view).filter((line) => !line.gap).map((line) => line.text),
      put: this.game.table.you?.put ?? 0,
      cites: clocked ? [...new Set([...(clocked.cites ?? []), ...clocked.then.flatMap((each) => each.cites)])].slice(0, 3) : [],
    };
    this.game.refusal = null; // the notice says it
  }

  get isOpen(): boolean {
    return floor.connection === "open" || floor.connection === "connecting";
  }
}

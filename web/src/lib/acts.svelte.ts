/** Acts on their way: each keeps its id until the floor has answered, however often it must be sent. */

import type { DoneTold, ErrorTold, PlayerAsked, WaitingTold } from "./types";

export type Answer = { done?: DoneTold; waiting?: WaitingTold; asked?: PlayerAsked; error?: ErrorTold };
export type ActState = "sent" | "unsure" | "done" | "waiting" | "refused";

/** Sixteen random bytes as text; `crypto.randomUUID` is not there where a house serves plain HTTP in its own network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Act {
  readonly id = newId();
  /** "unsure": the connection was lost before the answer came. */
  state = $state<ActState>("sent");
  done = $state.raw<DoneTold | null>(null);
  waiting = $state.raw<WaitingTold | null>(null);
  /** A player has to say yes first. */
  asked = $state.raw<PlayerAsked | null>(null);
  error = $state.raw<ErrorTold | null>(null);
  /** It had to be sent a second time. */
  resent = false;
  readonly answered: Promise<Act>;
  private tell: (act: Act) => void = () => undefined;

  constructor(
    readonly table: string,
    readonly words: string,
    readonly moment: string | undefined,
    readonly reason: string,
  ) {
    this.answered = new Promise((resolve) => (this.tell = resolve));
  }

  get isOpen(): boolean {
    return this.state === "sent" || this.state === "unsure";
  }

  get frame(): Record<string, unknown> {
    const act: Record<string, unknown> = { table: this.table, id: this.id, do: this.words };
    if (this.moment !== undefined) act.moment = this.moment;
    if (this.reason) act.reason = this.reason;
    return { act };
  }

  finish(answer: Answer): void {
    this.asked = answer.asked ?? null;
    this.done = answer.done ?? null;
    this.waiting = answer.waiting ?? null;
    this.error = answer.error ?? null;
    this.state = answer.done ? "done" : answer.waiting || answer.asked ? "waiting" : "refused";
    this.tell(this);
  }
}

/** Asks the coach once for each question, when it is switched on. Nothing waits for its answer. */

import { floor, Refused } from "$lib/floor.svelte";
import { say } from "$lib/words/words.svelte";

interface Told {
  coach: { place: number; moment: string; options?: { do: string; word: string; value: string }[] };
}

export class Coach {
  worths = $state.raw<readonly { word: string; value: string }[] | null>(null);
  why = $state("");
  private asked = "";

  /** From an effect; an empty `question` is none. */
  ask(table: string, place: number, question: string): void {
    if (question === this.asked) return;
    this.asked = question;
    this.worths = null;
    this.why = "";
    if (!question) return;
    const mine = question;
    floor
      .get<Told>(`/v1/tables/${encodeURIComponent(table)}/coach?place=${place}`)
      .then((told) => {
        if (this.asked === mine) this.worths = told.coach.options ?? null;
      })
      .catch((error: unknown) => {
        if (this.asked === mine) this.why = error instanceof Refused && error.status === 409 ? say("coach.nothing") : say("coach.away");
      });
  }
}

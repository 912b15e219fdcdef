/** What can be counted at this moment, asked of the floor; nothing where the floor says nothing. */

import { floor } from "$lib/floor.svelte";

export interface CoachTold {
  place: number;
  moment: string;
  price: { call: string; wins: string; from: string } | null;
  pots: { amount: string; others: number; share: string }[];
}

export class Coach {
  told = $state.raw<CoachTold | null>(null);
  private asked = "";

  /** Asks again only where something has changed that the answer hangs on. */
  ask(table: string, place: number, moment: string, seen: string): void {
    const key = `${moment} ${seen}`;
    if (key === this.asked) return;
    this.asked = key;
    this.told = null;
    floor
      .get<{ coach: CoachTold }>(`/v1/tables/${table}/coach?place=${place}`)
      .then(({ coach }) => {
        if (this.asked === key) this.told = coach;
      })
      .catch(() => undefined); // nothing to say, or nobody has time to count: then there is no line
  }

  forget(): void {
    this.asked = "";
    this.told = null;
  }
}

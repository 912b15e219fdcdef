/** What can be counted at this moment, asked of the floor; nothing where the floor says nothing. */

import { floor, Refused } from "$lib/floor.svelte";

export interface CoachTold {
  place: number;
  moment: string;
  price: { call: string; wins: string; from: string } | null;
  pots: { amount: string; others: number; share: string }[];
}

const TRIES = 4;
const LATER = 1_500;

export class Coach {
  told = $state.raw<CoachTold | null>(null);
  private asked = "";

  /** Asks again only after a change that the answer depends on. */
  ask(table: string, place: number, moment: string, seen: string): void {
    const key = `${moment} ${seen}`;
    if (key === this.asked) return;
    this.asked = key;
    this.told = null;
    void this.get(key, `/v1/tables/${table}/coach?place=${place}`);
  }

  private async get(key: string, path: string): Promise<void> {
    for (let tries = 0; tries < TRIES && this.asked === key; tries += 1) {
      try {
        const { coach } = await floor.get<{ coach: CoachTold }>(path);
        if (this.asked === key) this.told = coach;
        return;
      } catch (error) {
        if (!(error instanceof Refused) || error.told.code !== "unavailable") return; // there is nothing to say
        await new Promise((resolve) => setTimeout(resolve, LATER)); // nobody has time to count just now
      }
    }
  }

  forget(): void {
    this.asked = "";
    this.told = null;
  }
}

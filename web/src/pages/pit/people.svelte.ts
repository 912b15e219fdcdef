/** People of the house by the first letters, while somebody types. */

import { floor } from "$lib/floor.svelte";
import type { PeopleFound, PersonTold } from "$lib/types";
import { say } from "$lib/words/words.svelte";
import type { Key } from "$lib/words/catalogue";

export class Finder {
  letters = $state("");
  kind = $state("");
  items = $state.raw<PersonTold[]>([]);
  counts = $state.raw<Record<string, number>>({});
  private latest = 0;

  /** `role`: of everybody who is listed; left out, of anybody. */
  constructor(private readonly role = "") {}

  async ask(): Promise<void> {
    const number = ++this.latest;
    const query = new URLSearchParams({ q: this.letters.trim(), limit: "100" });
    if (this.role) query.set("role", this.role);
    if (this.kind) query.set("group", this.kind);
    const found = await floor.get<PeopleFound>(`/v1/people?${query}`).catch(() => null);
    if (number !== this.latest || !found) return;
    this.items = found.items;
    this.counts = found.counts;
  }
}

/** "Player · tcp-1 (1, 2)" */
export function inShort(person: PersonTold): string {
  const what = person.kind === "staff" ? say(`role.${person.role}` as Key) : say(`people.kind.${person.kind}` as Key);
  return [what, whereIs(person)].filter(Boolean).join(" · ");
}

export const whereIs = (person: PersonTold): string =>
  person.tables.map((each) => (each.places.length ? say("people.at", { table: each.table, places: each.places.join(", ") }) : each.table)).join(", ");

/**
 * How others see a player of the demo. Accounts name people everywhere else: in views, acts and the journal. The floor
 * sends chosen names with a table's view; whatever is shown of that table shows them in place of the accounts.
 */

import type { Called } from "./types";

let known = $state.raw<Readonly<Record<string, Called>>>({});
/** By account as it stands in a sentence, which may begin with it. */
const written = $derived(
  new Map(Object.entries(known).flatMap(([account, { name }]) => [[account, name], [account.slice(0, 1).toUpperCase() + account.slice(1), name]])),
);
const accounts = $derived(written.size ? new RegExp(`(?<![\\w.-])(?:${[...written.keys()].map(escaped).join("|")})(?![\\w-])`, "g") : null);

function escaped(name: string): string {
  return name.replace(/[.]/g, "\\.");
}

export function learnNames(called: Readonly<Record<string, Called>>): void {
  const isNew = ([name, { name: chosen, picture }]: [string, Called]) => known[name]?.name !== chosen || known[name]?.picture !== picture;
  if (Object.entries(called).some(isNew)) known = { ...known, ...called };
}

/** The chosen name, or the account's. */
export const called = (account: string): string => known[account]?.name ?? account;

/** For those who have to know both. */
export const calledAndAccount = (account: string): string => (known[account] ? `${known[account].name} (${account})` : account);

/** 0 where nobody has chosen one. */
export const pictureOf = (account: string): number => known[account]?.picture ?? 0;

/** A sentence of the floor with chosen names in place of accounts. */
export const withNames = (text: string): string => (accounts ? text.replace(accounts, (account) => written.get(account) ?? account) : text);

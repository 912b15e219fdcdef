/** Who may decide: a paragraph that names a rank means "or above". The floor decides again whatever is sent. */

const RANKS = ["player", "dealer", "pit-supervisor", "shift-manager"];

export const rankOf = (role: string): number => RANKS.indexOf(role);

export const atLeast = (role: string, needed: string): boolean => rankOf(role) > 0 && rankOf(role) >= rankOf(needed);

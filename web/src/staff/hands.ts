/** What a hand is, as a dealer would call it. */

import type { Makes } from "$lib/views";

export const handName = (makes: Makes | null | undefined): string => makes?.text ?? "";

/** What a hand is, as a dealer would call it. */

import type { Makes } from "$lib/views";
import { madeName } from "../table/shared/hands";

export const handName = (makes: Makes | null | undefined): string => (makes ? madeName(makes) : "");

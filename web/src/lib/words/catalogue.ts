/** Every key there is; the types hold the languages together, and nothing of this is in the pages. */

import type account from "./en/account";
import type chips from "./en/chips";
import type dealer from "./en/dealer";
import type figures from "./en/figures";
import type history from "./en/history";
import type house from "./en/house";
import type inspect from "./en/inspect";
import type pit from "./en/pit";
import type poker from "./en/poker";
import type regular from "./en/regular";
import type room from "./en/room";
import type search from "./en/search";
import type sign from "./en/sign";
import type staff from "./en/staff";
import type table from "./en/table";
import type training from "./en/training";
import type verify from "./en/verify";
import type waiting from "./en/waiting";

export type Catalogue = typeof room &
  typeof table &
  typeof house &
  typeof poker &
  typeof regular &
  typeof dealer &
  typeof chips &
  typeof pit &
  typeof staff &
  typeof search &
  typeof inspect &
  typeof sign &
  typeof history &
  typeof figures &
  typeof verify &
  typeof training &
  typeof waiting &
  typeof account;

export type Key = keyof Catalogue & string;

/** A chapter in a further language: each of its keys, and no other. */
export type Translated<English> = Record<keyof English, string>;

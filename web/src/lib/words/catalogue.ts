/** Every key there is; the types hold the languages together, and nothing of this is in the pages. */

import type dealer from "./en/dealer";
import type history from "./en/history";
import type house from "./en/house";
import type pit from "./en/pit";
import type poker from "./en/poker";
import type room from "./en/room";
import type sign from "./en/sign";
import type staff from "./en/staff";
import type table from "./en/table";
import type training from "./en/training";
import type verify from "./en/verify";

export type Catalogue = typeof room &
  typeof table &
  typeof house &
  typeof poker &
  typeof dealer &
  typeof pit &
  typeof staff &
  typeof sign &
  typeof history &
  typeof verify &
  typeof training;

export type Key = keyof Catalogue & string;

/** A chapter in a further language: each of its keys, and no other. */
export type Translated<English> = Record<keyof English, string>;

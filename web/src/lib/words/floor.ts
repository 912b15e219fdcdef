/**
 * What the floor says in its own English, in the language of the page. Its sentences are the keys of a chapter, with
 * letters for what varies; what the chapter does not have stays as it was said, and is marked as English.
 */

import { words } from "./words.svelte";

/** The sentence in the language of the page, or null. */
export const translated = (english: string): string | null => words.translate(english);

export const floorSays = (english: string): string => translated(english) ?? english;

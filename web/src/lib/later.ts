import type { Component } from "svelte";
import Later, { type Part } from "./Later.svelte";
import { words, type Chapter } from "./words/words.svelte";

/**
 * A component that is loaded when it is first shown: `const Menu = later(() => import("./Menu.svelte"))`.
 * What nobody sees at first stays out of the weight of a page. Chapters of words that only it needs come with it.
 */
export function later<P extends Part>(load: () => Promise<{ default: P }>, ...chapters: Chapter[]): P {
  const all = async () => (await Promise.all([load(), words.need(...chapters)]))[0];
  return ((anchor, props) => Later(anchor, { load: all, props })) as Component<Record<string, unknown>> as P;
}

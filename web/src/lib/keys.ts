/** Keys of a page. Single letters can be switched off, and none acts inside a field or while a dialogue is open. */

import { settings } from "./settings.svelte";

const FIELDS = "input, textarea, select, [contenteditable]";

/** From an effect: `$effect(() => onKeys({ p: play, Escape: close }))`. A handler that returns false lets the key pass. */
export function onKeys(handlers: Record<string, (event: KeyboardEvent) => boolean | void>): () => void {
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const single = event.key.length === 1;
    if (single && (!settings.keys || (event.target as Element | null)?.closest(FIELDS))) return;
    if (single && document.querySelector("dialog[open]")) return;
    const handler = handlers[event.key] ?? handlers[event.key.toLowerCase()];
    if (handler && handler(event) !== false) event.preventDefault();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

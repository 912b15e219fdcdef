import { router } from "$lib/router.svelte";

/**
 * Keeps the keyboard's focus at a table. When the element that has it goes away (the rail is exchanged, a sheet closes),
 * browsers drop it on the page's body, and the next Tab begins at the top again. The rail takes it instead.
 */
export function keepFocus(home: () => HTMLElement | null): () => void {
  // who came here by a press elsewhere in the room has lost what they pressed
  let lost = router.moved;
  let held: Element | null = null;
  const gone = () => held !== null && (!held.isConnected || held.matches(":disabled"));

  const look = () => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && now !== held) return;
    if (!(lost || gone()) || document.querySelector("dialog[open]")) return;
    home()?.focus({ preventScroll: true });
  };
  const got = (event: FocusEvent) => {
    held = event.target as Element;
    lost = false;
  };
  const pressed = (event: PointerEvent) => {
    // a press on nothing: the focus is where its owner wants it
    if (!(event.target as Element).closest("button, a, input, [tabindex]")) held = null;
  };

  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "open"] });
  addEventListener("focusin", got);
  addEventListener("pointerdown", pressed);
  look();
  return () => {
    observer.disconnect();
    removeEventListener("focusin", got);
    removeEventListener("pointerdown", pressed);
  };
}

/** Where a key belongs to the whole table: the focus is on nothing that can be pressed. */
export const isIdle = (focused: Element | null): boolean => focused === null || focused.matches("body, .rail, .actions, .stage");

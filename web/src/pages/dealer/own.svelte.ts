/** What a dealer has set for this browser: large type, and calls spoken aloud. */

import { words } from "$lib/words/words.svelte";

const KEPT = "croupier.dealer";

class Own {
  large = $state(false);
  spoken = $state(false);
  private last = "";

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as { large?: unknown; spoken?: unknown };
      this.large = kept.large === true;
      this.spoken = kept.spoken === true;
    } catch {
      // a storage that is closed or unreadable counts as an empty one
    }
  }

  set(changed: { large?: boolean; spoken?: boolean }): void {
    Object.assign(this, changed);
    if (!this.spoken) this.hush();
    try {
      localStorage.setItem(KEPT, JSON.stringify({ large: this.large, spoken: this.spoken }));
    } catch {
      // then it holds until the page is closed
    }
  }

  /** Says a call once, in the language of the page. Only what the view has opened is ever a call. */
  call(text: string): void {
    if (text === this.last) return;
    this.last = text;
    if (!this.spoken || !text || typeof speechSynthesis === "undefined") return;
    const said = new SpeechSynthesisUtterance(text);
    said.lang = words.language === "en" ? "en-GB" : words.language;
    speechSynthesis.cancel(); // a dealer who is quicker than the voice hears the newest call
    speechSynthesis.speak(said);
  }

  hush(): void {
    this.last = "";
    if (typeof speechSynthesis !== "undefined") speechSynthesis.cancel();
  }
}

export const own = new Own();

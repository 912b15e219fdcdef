/** What a screen reader hears: two live regions, and never faster than it can speak. */

const BUNDLE = 400;

class Announcer {
  polite = $state("");
  assertive = $state("");
  private waiting: string[] = [];

  /** The table's voice; what comes quickly one after the other is said together. However much comes, it is said. */
  tell(text: string): void {
    if (!text) return;
    this.waiting.push(text);
    if (this.waiting.length > 1) return;
    window.setTimeout(() => {
      this.polite = this.waiting.join(" ");
      this.waiting = [];
    }, BUNDLE);
  }

  /** Only for: your decision, refused, reconnecting. The same words twice are said twice. */
  interrupt(text: string): void {
    this.assertive = "";
    requestAnimationFrame(() => (this.assertive = text));
  }
}

export const announcer = new Announcer();

/** Cards as they are typed: rank, then suit, by a person or by a scanner that types. */

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
/** A scanner ends each card with Enter; that is no word of the dealer's. */
const SCANNER = 120;

export class Typing {
  /** The rank that waits for its suit. */
  rank = $state("");
  private ten = false;
  private lastCard = 0;

  constructor(
    private readonly card: (code: string) => void,
    private readonly back: () => void,
    private readonly enter: () => void,
  ) {}

  /** From an effect. Fields and dialogues keep their keys. */
  listen = (): (() => void) => {
    const heard = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if ((event.target as Element | null)?.closest("input, textarea, select")) return;
      if (this.key(event.key)) event.preventDefault();
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  };

  key(key: string): boolean {
    const sign = key.toUpperCase();
    if (key === "Backspace") {
      if (this.rank) this.rank = "";
      else this.back();
      return true;
    }
    if (key === "Enter") {
      const button = document.activeElement instanceof HTMLButtonElement;
      if (performance.now() - this.lastCard < SCANNER) return true;
      if (button) return false;
      this.enter();
      return true;
    }
    if (key.length !== 1) return false;
    if (sign === "1") {
      this.ten = true;
      return true;
    }
    if (sign === "0" && this.ten) {
      this.ten = false;
      this.rank = "T";
      return true;
    }
    this.ten = false;
    if (this.rank && SUITS.includes(sign.toLowerCase())) {
      const code = this.rank + sign.toLowerCase();
      this.rank = "";
      this.lastCard = performance.now();
      this.card(code);
      return true;
    }
    if (RANKS.includes(sign)) {
      this.rank = sign;
      return true;
    }
    return false;
  }
}

export const DECK: readonly (readonly string[])[] = [...SUITS].map((suit) => [...RANKS].map((rank) => rank + suit));

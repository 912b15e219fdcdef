/** The deal: cards that have just come fly from the shoe, one after the other, in the order in which they were dealt. */

import { EASE, pace, TIMES } from "$lib/motion";

export class Dealing {
  private known = new WeakSet<Element>();
  private moving: Animation[] = [];

  /** What lies there already does not move. */
  see(stage: HTMLElement): void {
    for (const card of stage.querySelectorAll("[data-deal]")) this.known.add(card);
  }

  /**
   * `shoe` is a point of the stage, `k` its scale. Cards carry their turn in `data-deal`. All places are read before
   * anything moves, so that the page is laid out once.
   */
  deal(stage: HTMLElement, shoe: { x: number; y: number }, k: number): void {
    const fresh = [...stage.querySelectorAll<HTMLElement>("[data-deal]")].filter((card) => !this.known.has(card));
    this.see(stage);
    const speed = pace();
    if (fresh.length === 0 || speed === 0) return;
    const frame = stage.getBoundingClientRect();
    const cards = fresh
      .map((card) => ({ card, turn: Number(card.dataset.deal), at: card.getBoundingClientRect() }))
      .sort((a, b) => a.turn - b.turn);
    this.moving = cards.map(({ card, at }, index) => {
      const x = shoe.x - (at.left + at.width / 2 - frame.left) / k;
      const y = shoe.y - (at.top + at.height / 2 - frame.top) / k;
      return card.animate(
        [
          { transform: `translate(${x}px, ${y}px) rotate(14deg)`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: "none", opacity: 1 },
        ],
        { duration: TIMES.deal * speed, delay: index * TIMES.step * speed, easing: EASE.out, fill: "backwards" },
      );
    });
  }

  /** The breath: the last back of the dealer's hand rises a little, whatever card it is. */
  static lift(stage: Element, card: number, lasts: number): void {
    const held = stage.querySelectorAll("[data-dealer] [data-deal]")[card];
    const up = { transform: "translateY(-4px)" };
    held?.animate([{ transform: "none" }, { ...up, offset: 120 / lasts, easing: EASE.out }, up], { duration: lasts * pace() });
  }

  /** Everything is where it belongs. */
  jump(): void {
    for (const animation of this.moving) animation.finish();
    this.moving = [];
  }
}

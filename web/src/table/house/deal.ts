/** The deal: cards that have just come fly from the shoe, one after the other, in the order in which they were dealt. */

import { EASE, pace, TIMES } from "$lib/motion";

/**
 * `shoe` is a point of the stage, `k` its scale. Cards carry their turn in `data-deal`. All places are read before
 * anything moves, so that the page is laid out once.
 */
export function deal(stage: HTMLElement, shoe: { x: number; y: number }, k: number): () => void {
  const speed = pace();
  if (speed === 0) return () => undefined;
  const frame = stage.getBoundingClientRect();
  const cards = [...stage.querySelectorAll<HTMLElement>("[data-deal]")]
    .map((card) => ({ card, turn: Number(card.dataset.deal), at: card.getBoundingClientRect() }))
    .sort((a, b) => a.turn - b.turn);
  const moving = cards.map(({ card, at }, index) => {
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
  return () => {
    for (const animation of moving) animation.cancel();
  };
}

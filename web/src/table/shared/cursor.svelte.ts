/**
 * What a table page shows. The floor's views come as fast as they come; the cursor goes through them step by step, and
 * everything on the page reads the view that it has folded so far: cards, chips, words, figures, colours, sounds and
 * what a screen reader hears. Only the clock, the connection, the page's own press and a void are live.
 *
 * A game gives two functions, which are fetched when the table first moves. `steps` says what happens between two views, with times; an empty list is shown at once.
 * `mask` makes the view of a moment: `after` without everything that the pending steps have still to show.
 */

import { pace } from "$lib/motion";
import { settings } from "$lib/settings.svelte";
import type { Sound } from "$lib/sounds.svelte";
import type { SignView, TableView } from "$lib/views";
import type { TableWatch } from "$lib/watches.svelte";
import { untrack } from "svelte";

export interface Step {
  /** "turn", "verdict", "pay": the game's own words. */
  does: string;
  /** Milliseconds from the start of the list, and how long its motion takes. */
  at: number;
  lasts: number;
  box?: number;
  spots?: readonly string[];
  /** Cents that go to each of the spots. */
  chips?: readonly number[];
  of?: string;
  card?: number;
  sound?: Sound;
  /** Opens cards or says what they are: the first skip is past all of these. */
  opens?: true;
}

export interface Pacing {
  /** Nothing moves; the order holds. */
  reduced: boolean;
  /** The next round has come: whatever may be shortened is. */
  hurried: boolean;
}

export type Steps = (before: TableView, after: TableView, pacing: Pacing) => Step[];
export type Mask = (after: TableView, before: TableView, pending: readonly Step[], newest: TableView) => TableView;
export interface Game {
  steps: Steps;
  mask: Mask;
}
/** `step` is null where a view is shown at once. */
export type Heard = (now: TableView, before: TableView, step: Step | null) => void;
export type CursorState = "runs" | "cards" | "end" | "jumped";

interface Block {
  before: TableView;
  after: TableView;
  left: Step[];
  done: Set<string>;
  /** The step time `base` falls on the page's time `from`; the rest follows at `speed`. */
  from: number;
  base: number;
  speed: number;
}

/** A page that is further behind shows the state, not the way there. */
const FAR_BEHIND = 2_000;
/** A longer frame is a stall. Steps wait for what it lasted beyond this: cards begin to turn in the frame after it, and
 * nothing tells of a card whose face has not come. */
const STALLS = 50;
/** Cards that a skip opens fade in so quickly. */
const FADES = 80;

const keyOf = ({ does, box, of, card }: Step): string => [does, box, of, card].join(" ");

export class Cursor {
  view = $state.raw() as TableView;
  state = $state<CursorState>("jumped");
  private blocks: Block[] = [];
  /** Where the last of the blocks leads. */
  private target: TableView;
  private frame = 0;
  private drawn = 0;
  private lost = false;
  private game: Game | null = null;
  /** Views that came while the game was fetched. */
  private early: [view: TableView, before: TableView | null][] = [];
  private hearing = new Set<Heard>();

  constructor(
    readonly watch: TableWatch,
    private readonly fetchGame: () => Promise<Game>,
    /** How a view is shown that nobody saw coming, before the game is fetched. */
    private readonly atRest: (view: TableView) => TableView = (view) => view,
  ) {
    this.target = watch.view as TableView;
    this.view = atRest(this.target);
  }

  /** Only for the clock, the connection, the moment of an act, and a void. */
  get newest(): TableView {
    return this.watch.view ?? this.target;
  }

  get name(): string {
    return this.watch.name;
  }

  get sign(): SignView | null {
    return this.watch.sign;
  }

  /** Something is still to be shown. */
  get runs(): boolean {
    return this.state === "runs" || this.state === "cards";
  }

  left(given: number): number {
    return this.watch.left(given);
  }

  /** Called with every view that is shown; returns how to stop. */
  hear(listener: Heard): () => void {
    this.hearing.add(listener);
    return () => this.hearing.delete(listener);
  }

  /** From an effect: follows the table. */
  follow(): () => void {
    const hidden = (): void => {
      if (document.visibilityState === "hidden") this.jump();
    };
    document.addEventListener("visibilitychange", hidden);
    const stop = this.watch.hear((view, before) => this.take(view, before));
    // what is shown now is not what the effect rests on, or every view would begin it again and stop the clock
    untrack(() => {
      if (this.watch.view && this.watch.view !== this.target) this.jump(this.watch.view);
    });
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      cancelAnimationFrame(this.frame);
      stop();
    };
  }

  /** The connection is lost: what comes next was missed, and is not played. */
  lose(): void {
    this.lost = true;
    this.jump();
  }

  /**
   * In a settlement first the cards are open and chips run at double pace, then comes the end; a deal or a look ends at
   * once. False if nothing runs.
   */
  skip(): boolean {
    const block = this.blocks[0];
    if (!block || !this.runs) return false;
    const opening = block.left.findLastIndex((step) => step.opens);
    const rest = block.left[opening + 1];
    if (this.state === "cards" || !rest || !settles(block)) {
      this.finish(block);
      return true;
    }
    this.state = "cards";
    this.drawn = performance.now();
    Object.assign(block, { from: this.drawn + FADES, base: rest.at, speed: block.speed / 2 });
    for (let count = opening + 1; count > 0; count -= 1) this.do(block);
    this.tick();
    return true;
  }

  /** A press of one's own: cards that still fly or turn lie, so that it is answered at once. A settlement goes on. */
  press(): void {
    const block = this.blocks[0];
    if (block && this.runs && !settles(block)) this.finish(block);
  }

  /** Everything is as the floor has it. Views in between are shown too, so that a listener misses no word. */
  jump(to: TableView = this.target): void {
    cancelAnimationFrame(this.frame);
    const blocks = this.blocks;
    this.blocks = [];
    this.state = "jumped";
    for (const block of blocks) this.show(this.masked(block, []), null);
    this.target = to;
    this.show(this.game?.mask(this.target, this.target, [], this.target) ?? this.atRest(this.target), null);
  }

  // --- Views come -------------------------------------------------------------------------------------------------

  private async learn(): Promise<void> {
    const nothing: Game = { steps: () => [], mask: (after) => after };
    this.game = await this.fetchGame().catch(() => nothing);
    for (const [view, before] of this.early.splice(0)) this.take(view, before);
  }

  private masked(block: Block, pending: readonly Step[] = block.left): TableView {
    return this.game?.mask(block.after, block.before, pending, this.newest) ?? block.after;
  }

  private take(view: TableView, before: TableView | null): void {
    if (!this.game) {
      this.early.push([view, before]);
      if (this.early.length === 1) void this.learn();
      return;
    }
    if (!before || this.lost || isMissed(view)) {
      this.lost = false;
      this.jump(view);
      return;
    }
    const pacing = { reduced: settings.reducedMotion, hurried: false };
    const steps = this.game.steps(this.target, view, pacing);
    const running = this.blocks.at(-1);
    if (running && steps.length === 0 && settles(running) && view.round?.number === running.after.round?.number) {
      running.after = { ...view, happened: [...(running.after.happened ?? []), ...(view.happened ?? [])] };
    } else {
      const speed = settings.reducedMotion ? 1 : pace();
      this.blocks.push({ before: this.target, after: view, left: steps, done: new Set(), from: 0, base: 0, speed });
    }
    this.target = view;
    if (!this.runs) {
      this.begin();
      return;
    }
    const first = this.blocks[0];
    if (first && view.round?.number !== first.after.round?.number) this.hurry(first);
    else this.refresh();
  }

  /** What is live has changed. */
  private refresh(): void {
    const block = this.blocks[0];
    if (block) this.show(this.masked(block), null);
  }

  private begin(): void {
    for (let block = this.blocks[0]; block; block = this.blocks[0]) {
      if (block.left.length && block.speed > 0) {
        this.state = "runs";
        block.from = this.drawn = performance.now();
        this.show(this.masked(block), null);
        this.tick();
        return;
      }
      this.blocks.shift();
      this.state = "end";
      this.show(this.masked(block, []), null);
    }
    this.state = "end";
  }

  private hurry(block: Block): void {
    const again = (this.game as Game).steps(block.before, block.after, { reduced: settings.reducedMotion, hurried: true });
    block.left = again.filter((step) => !block.done.has(keyOf(step)));
    this.tick();
  }

  private due(block: Block, step: Step): number {
    return block.from + (step.at - block.base) * block.speed;
  }

  /** Does what is due, and comes back with the next frame. */
  private tick = (): void => {
    cancelAnimationFrame(this.frame);
    const block = this.blocks[0];
    if (!block) return;
    const now = performance.now();
    const lasted = now - this.drawn;
    this.drawn = now;
    if (lasted > FAR_BEHIND) {
      this.jump();
      return;
    }
    block.from += Math.max(0, lasted - STALLS);
    for (let step = block.left[0]; step; step = block.left[0]) {
      if (this.due(block, step) > now) {
        this.frame = requestAnimationFrame(this.tick);
        return;
      }
      this.do(block);
    }
    this.finish(block);
  };

  /** The next step. */
  private do(block: Block): void {
    const step = block.left.shift();
    if (!step) return;
    block.done.add(keyOf(step));
    this.show(this.masked(block), step);
  }

  private finish(block: Block): void {
    cancelAnimationFrame(this.frame);
    while (block.left.length) this.do(block);
    this.blocks.shift();
    this.begin();
  }

  private show(view: TableView, step: Step | null): void {
    const before = this.view;
    this.view = view;
    for (const listener of this.hearing) listener(view, before, step);
  }
}

const settles = (block: Block): boolean => block.left.some((step) => step.does === "over");

/** Nobody could follow the way to this view, or nobody should wait for it. */
function isMissed(view: TableView): boolean {
  if (document.visibilityState === "hidden" || view.happened === null) return true;
  if (view.state === "suspended" || (view.round as { status?: string } | null)?.status === "void") return true;
  const last = view.happened.at(-1);
  return last !== undefined && Date.parse(view.at) - Date.parse(last.at) > FAR_BEHIND;
}

/** What a page watches: the newest view of each, and the listeners for every change. */

import { untrack } from "svelte";
import { standing } from "./clock.svelte";
import { learnNames } from "./names.svelte";
import type { ErrorTold, LinkTold, LobbyTold, PitTold } from "./types";
import type { SignView, TableView } from "./views";

type Frame = Record<string, unknown>;

abstract class Watch {
  private watchers = 0;
  /** Why the floor does not show it. */
  problem = $state.raw<ErrorTold | null>(null);

  constructor(
    protected readonly send: (frame: Frame) => void,
    readonly name: string,
  ) {}

  protected abstract readonly subject: Frame;

  get isWatched(): boolean {
    return this.watchers > 0;
  }

  /** From an effect: `$effect(() => floor.table(name).watch())`. */
  watch = (): (() => void) => {
    this.watchers += 1;
    // the effect must not depend on the version watched since, or every view would start it again
    if (this.watchers === 1) this.send({ watch: untrack(() => this.subject) });
    return () => {
      this.watchers -= 1;
      if (this.watchers === 0) this.send({ unwatch: untrack(() => this.subject) });
    };
  };

  /** The socket is back. */
  again(): void {
    this.problem = null;
    if (this.isWatched) this.send({ watch: this.subject });
  }

  /** Somebody else looks now. */
  abstract forget(): void;
}

export class TableWatch extends Watch {
  view = $state.raw<TableView | null>(null);
  sign = $state.raw<SignView | null>(null);
  private at = 0;
  private hearing = new Set<(view: TableView, before: TableView | null) => void>();

  protected get subject(): Frame {
    return this.view ? { table: this.name, since: this.view.version } : { table: this.name };
  }

  /** Called with every view as it comes, and the one before it; returns how to stop. */
  hear(listener: (view: TableView, before: TableView | null) => void): () => void {
    this.hearing.add(listener);
    return () => this.hearing.delete(listener);
  }

  /** Asks once more what has happened since a version: somebody who comes in the middle of a round hears how it began. */
  recall(since: number): void {
    if (this.isWatched) this.send({ watch: { table: this.name, since } });
  }

  /** Views are whole and the newest wins. */
  take(view: TableView): void {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.at = performance.now();
    if (view.called) learnNames(view.called);
    this.view = view;
    for (const listener of this.hearing) listener(view, before);
  }

  /** Milliseconds left of a period that the newest view gave with `left`; the floor's clock goes on while we look. */
  left(given: number): number {
    const passed = standing() || this.view?.clock.stopped ? 0 : performance.now() - this.at;
    return Math.max(0, given - passed);
  }

  forget(): void {
    this.view = null;
    this.sign = null;
    this.problem = null;
  }
}

export class LinkWatch extends Watch {
  link = $state.raw<LinkTold | null>(null);

  protected get subject(): Frame {
    return { link: this.name };
  }

  take(link: LinkTold): void {
    if (!this.link || link.version >= this.link.version) this.link = link;
  }

  forget(): void {
    this.link = null;
  }
}

export class PitWatch extends Watch {
  pit = $state.raw<PitTold | null>(null);

  protected get subject(): Frame {
    return { pit: true };
  }

  forget(): void {
    this.pit = null;
  }
}

export class LobbyWatch extends Watch {
  lobby = $state.raw<LobbyTold | null>(null);

  protected get subject(): Frame {
    return { lobby: true };
  }

  forget(): void {
    // the lobby is the same for everybody
  }
}

/** A round on the table once more: its steps, where one stands, and whether it plays by itself. */

import { floor, Refused } from "$lib/floor.svelte";
import { settings } from "$lib/settings.svelte";
import type { Step, Steps } from "$lib/types";
import type { SignView, TableView } from "$lib/views";
import { words } from "$lib/words/words.svelte";
import { lines as houseLines } from "../../table/house/voice";
import { voiceLines } from "../../table/poker/voice";
import type { VoiceLine } from "../../table/shared/voice.svelte";

/** Milliseconds for a step that plays by itself. */
const PACE = 1_100;

export interface StepLine extends VoiceLine {
  step: number;
}

/** Where a part of the round begins, to go there at once. */
export interface Mark {
  key: string;
  step: number;
}

export class Replay {
  told = $state.raw<Steps | null>(null);
  failed = $state<"" | "missing" | "forbidden">("");
  at = $state(0);
  /** The step before was the one before it: things may move there. */
  onward = $state(false);
  playing = $state(false);

  constructor(
    readonly table: string,
    readonly round: number,
  ) {}

  async load(): Promise<void> {
    try {
      const path = `/v1/tables/${encodeURIComponent(this.table)}/rounds/${this.round}/steps`;
      const [told] = await Promise.all([floor.get<Steps>(path), words.need("house", "poker")]);
      this.told = told;
      this.at = Math.max(0, told.steps.length - 1);
    } catch (error) {
      this.failed = error instanceof Refused && (error.status === 401 || error.status === 403) ? "forbidden" : "missing";
    }
  }

  get steps(): readonly Step[] {
    return this.told?.steps ?? [];
  }

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get own(): number | null {
    return this.view(this.last).you?.places[0] ?? null;
  }

  seats(step: number): Record<string, unknown> {
    return this.view(step).seats ?? {};
  }

  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }

  get isPoker(): boolean {
    return this.told?.rulebook.startsWith("poker@") ?? false;
  }

  get over(): boolean {
    const round = this.steps[this.last]?.round as { status?: string } | null | undefined;
    return round?.status !== undefined && round.status !== "open";
  }

  // --- Moving ---------------------------------------------------------------------------------------------------

  go(step: number): void {
    const to = Math.max(0, Math.min(this.last, step));
    this.onward = to === this.at + 1;
    this.at = to;
    if (to === this.last) this.playing = false;
  }

  by(number: number): void {
    this.playing = false;
    this.go(this.at + number);
  }

  toggle(): void {
    if (!this.playing && this.at === this.last) {
      this.onward = false;
      this.at = 0;
    }
    this.playing = !this.playing;
  }

  /** From an effect. */
  run(): (() => void) | undefined {
    if (!this.playing) return undefined;
    const timer = setInterval(() => this.go(this.at + 1), settings.reducedMotion ? PACE * 1.4 : PACE);
    return () => clearInterval(timer);
  }

  // --- What was said --------------------------------------------------------------------------------------------

  readonly lines: readonly StepLine[] = $derived.by(() =>
    this.steps.flatMap((_, number) => {
      const view = this.view(number);
      const told = this.isPoker ? voiceLines(view) : houseLines({ ...view, said: null }, null);
      return told.filter((line) => !line.gap && line.text).map((line, place) => ({ ...line, id: `${number} ${place}`, step: number }));
    }),
  );

  readonly marks: readonly Mark[] = $derived.by(() => {
    const found = new Map<string, number>();
    this.steps.forEach((step, number) => {
      for (const each of step.then) {
        const key = markOf(each.event, String(each.values?.street ?? ""));
        if (key && !found.has(key)) found.set(key, number);
      }
    });
    const marks = [...found].map(([key, step]) => ({ key, step }));
    return marks.filter((mark) => mark.key !== "payments" || !marks.some((other) => other !== mark && other.step === mark.step));
  });

  /** Steps at which somebody ruled on something. */
  readonly incidents: readonly number[] = $derived(
    this.steps.flatMap((step, number) => (step.then.some((each) => each.event.endsWith("irregularity-ruled")) ? [number] : [])),
  );

  /** The mark that one has passed last. */
  readonly mark: string = $derived(this.marks.filter((mark) => mark.step <= this.at).at(-1)?.key ?? "");

  /** The step as a table page knows it: nothing can be done, and what one may see now is seen. */
  view(number: number): TableView {
    const step = this.steps[number] as Step;
    const sign = this.told?.sign as SignView;
    const places = placesOf(step.round, floor.user?.name ?? "");
    return {
      name: this.table,
      title: sign.title,
      rulebook: this.told?.rulebook ?? "",
      game: sign.game,
      named: sign.named,
      words: sign.words,
      version: step.version,
      moment: "",
      at: step.at,
      state: "open",
      sign: sign.sign,
      deal: { round: this.round, roots: [] },
      round: step.round,
      clock: { stopped: true, asked: [] },
      you: floor.user && places.length ? { name: floor.user.name, places, may: [], notices: [], waits: null } : null,
      happened: [step],
      players: here(step.round),
      seats: Object.fromEntries(Object.entries(step.seats ?? {}).map(([seat, told]) => [seat, { ...told, connected: true }])),
      said: null,
      waiting_list: [],
    } as TableView;
  }
}

function markOf(event: string, street: string): string {
  switch (event) {
    case "cards-dealt":
    case "hole-cards-dealt":
      return "deal";
    case "community-turned":
    case "poker-community-turned":
      return street;
    case "dealer-revealed":
      return "dealer";
    case "hand-shown":
      return "showdown";
    case "box-settled":
    case "pot-won":
      return "payments";
    case "round-voided":
    case "poker-round-voided":
      return "void";
    default:
      return "";
  }
}

/** A replay does not show whose connection was lost. */
function here(round: unknown): Record<string, { places: number[]; stack: string; connected: boolean }> {
  const boxes = Object.values(((round ?? {}) as { boxes?: Record<string, { player: string }> }).boxes ?? {});
  return Object.fromEntries(boxes.map((box) => [box.player, { places: [], stack: "0.00", connected: true }]));
}

function placesOf(round: unknown, player: string): number[] {
  const told = (round ?? {}) as { boxes?: Record<string, { player: string }>; players?: Record<string, { player: string }> };
  return Object.entries(told.boxes ?? told.players ?? {})
    .filter(([, each]) => player !== "" && each.player === player)
    .map(([place]) => Number(place));
}

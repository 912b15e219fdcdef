/** The floor as this page knows it: who looks, what is watched, what was said, and acts on their way. */

import { untrack } from "svelte";
import { Act, newId, type Answer } from "./acts.svelte";
import { floorNow, heardTime, setStanding } from "./clock.svelte";
import { keepSeals } from "./seals";
import { LiveSocket, type Closed } from "./socket";
import type {
  DoneTold,
  ErrorTold,
  HelloTold,
  House,
  LinkTold,
  LobbyTold,
  Me,
  PitTold,
  PlayerAsked,
  SessionBegun,
  UserName,
  WaitingTold,
} from "./types";
import type { SignView, TableView } from "./views";
import { LinkWatch, LobbyWatch, PitWatch, TableWatch } from "./watches.svelte";
import { floorSays } from "./words/floor";

export type Connection = "connecting" | "open" | Closed;

/** A refusal, as the floor words it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly told: ErrorTold,
  ) {
    super(floorSays(told));
  }
}

const TRY_AGAIN = new Set(["too-fast", "unavailable"]);
const RETRY = 1_000;
const MOVES_CHIPS = /^\S+ (sits|tops-up|frees|leaves)\b/;

/** State that is made while somebody reads it would not be followed by that reader; so it is made outside. */
function outside<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  return made[0] as T;
}

class Floor {
  house = $state.raw<House | null>(null);
  /** Who looks: null is nobody signed in, undefined not known yet. */
  user = $state.raw<UserName | null | undefined>(undefined);
  me = $state.raw<Me | null>(null);
  connection = $state<Connection>("connecting");
  /** When the next try is, on this machine's clock. */
  retryAt = $state(0);
  /** The role demands a second factor that this person does not have yet: the floor answers nothing else. */
  factorFirst = $state(false);
  /** Acts without an answer. */
  pending = $state.raw<readonly Act[]>([]);

  private tables = new Map<string, TableWatch>();
  private links = new Map<string, LinkWatch>();
  private send = (frame: Record<string, unknown>): void => this.socket.send(frame);
  /** A watch that begins before the greeting is requested together with all others then, not twice. */
  private sendGreeted = (frame: Record<string, unknown>): void => {
    if (untrack(() => this.connection) === "open") this.send(frame);
  };
  readonly pit = new PitWatch(this.sendGreeted, "");
  readonly lobby = new LobbyWatch(this.sendGreeted, "");
  private socket = new LiveSocket({
    opened: () => undefined,
    heard: (frame) => this.heard(frame),
    closed: (why, retryIn) => this.closed(why, retryIn),
  });

  start(): void {
    this.socket.open();
    void this.getHouse();
  }

  get demo(): boolean {
    return this.house?.demo ?? false;
  }

  get currency(): string {
    return this.house?.currency ?? "SGD";
  }

  get role(): string {
    return this.user?.role ?? "spectator";
  }

  now = floorNow;

  // --- Watching -------------------------------------------------------------------------------------------------

  table(name: string): TableWatch {
    let found = this.tables.get(name);
    if (!found) this.tables.set(name, (found = outside(() => new TableWatch(this.sendGreeted, name))));
    return found;
  }

  link(name: string): LinkWatch {
    let found = this.links.get(name);
    if (!found) this.links.set(name, (found = outside(() => new LinkWatch(this.sendGreeted, name))));
    return found;
  }

  private get watches() {
    return [...this.tables.values(), ...this.links.values(), this.pit, this.lobby];
  }

  // --- Acting ---------------------------------------------------------------------------------------------------

  /** Says something at a table. It is sent again after a lost connection, with its id, until there is an answer. */
  act(table: string, words: string, moment?: string, reason = ""): Act {
    const act = new Act(table, words, moment, reason);
    this.pending = [...this.pending, act];
    if (this.socket.isOpen) this.send(act.frame);
    else act.state = "unsure";
    void act.answered.then(() => {
      if (act.state === "done" && MOVES_CHIPS.test(words)) void this.getMe();
    });
    return act;
  }

  pendingAt(table: string): readonly Act[] {
    return this.pending.filter((act) => act.table === table);
  }

  private answered(id: string, answer: Answer): void {
    const act = this.pending.find((each) => each.id === id);
    if (!act) return;
    if (answer.error && TRY_AGAIN.has(answer.error.code)) {
      setTimeout(() => {
        if (act.isOpen) this.send(act.frame);
      }, RETRY);
      return;
    }
    this.pending = this.pending.filter((each) => each !== act);
    act.finish(answer);
  }

  // --- Asking ---------------------------------------------------------------------------------------------------

  /** A request; what the floor refuses is thrown as Refused, what did not reach it as another Error. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init: RequestInit = { method, credentials: "same-origin", cache: "no-cache" };
    if (body) Object.assign(init, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    const answer = await fetch(path, init);
    const told: unknown = answer.headers.get("content-type")?.startsWith("application/json")
      ? await answer.json()
      : await answer.text();
    if (answer.ok) return told as T;
    const error = (told as { error?: ErrorTold }).error ?? { code: "unavailable", why: answer.statusText };
    if ((error as ErrorTold).says?.code === "second-factor-first") {
      this.factorFirst = true;
      this.socket.close(); // it would be refused again and again
    }
    throw new Refused(answer.status, error as ErrorTold);
  }

  get<T>(path: string): Promise<T> {
    return this.ask<T>("GET", path);
  }

  /** A request that changes something, with an id of its own; tried again with the same id while nobody answers. */
  async post<T>(path: string, body: object): Promise<T> {
    const sent = { id: newId(), ...body };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.ask<T>("POST", path, sent);
      } catch (error) {
        const again = !(error instanceof Refused) || TRY_AGAIN.has(error.told.code);
        if (!again || tries === 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY * tries));
      }
    }
  }

  // --- Who looks ------------------------------------------------------------------------------------------------

  async signIn(name: string, password: string, code = ""): Promise<void> {
    const given = code ? { name, password, code } : { name, password };
    this.begun(await this.ask<SessionBegun>("POST", "/v1/sessions", given));
  }

  /** A private house asks for its invitation. */
  async beGuest(invitation = ""): Promise<void> {
    const query = invitation ? `?invitation=${encodeURIComponent(invitation)}` : "";
    this.begun(await this.ask<SessionBegun>("POST", `/v1/guests${query}`));
  }

  async setUp(code: string, name: string, password: string): Promise<void> {
    this.begun(await this.ask<SessionBegun>("POST", "/v1/setup", { code, name, password }));
    await this.getHouse();
  }

  async signOut(): Promise<void> {
    this.socket.close(); // it would be told that the session has ended
    try {
      await this.ask("DELETE", "/v1/sessions/current");
      this.look(null);
      this.factorFirst = false;
    } finally {
      this.socket.open();
    }
  }

  /** Once the second factor is on. */
  letIn(): void {
    this.factorFirst = false;
    this.rejoin();
  }

  /** After a session has ended: on as nobody, or once more as who one was. */
  rejoin(): void {
    this.connection = "connecting";
    void this.getHouse().then(() => this.socket.open());
  }

  async getMe(): Promise<void> {
    if (!this.user) return;
    const me = await this.get<Me>("/v1/me").catch(() => null);
    if (me && me.name === this.user?.name) this.me = me;
  }

  private asking: Promise<void> | null = null;

  private getHouse(): Promise<void> {
    this.asking ??= this.askHouse().finally(() => (this.asking = null));
    return this.asking;
  }

  private async askHouse(): Promise<void> {
    const house = await this.get<House>("/v1/house").catch(() => null);
    if (!house) return; // not reached: the next greeting asks again
    this.house = house;
    setStanding(house.unsafe.includes("manual clock"));
  }

  private begun(session: SessionBegun): void {
    this.factorFirst = false;
    this.look(session.user);
    this.socket.open();
    void this.getMe();
  }

  private look(user: UserName | null): void {
    if (user?.name === this.user?.name && user?.role === this.user?.role) {
      this.user = user;
      return;
    }
    this.user = user;
    this.me = null;
    for (const watch of this.watches) watch.forget();
    for (const act of this.pending) act.finish({ error: { code: "session", why: "" } as ErrorTold });
    this.pending = [];
  }

  // --- Hearing --------------------------------------------------------------------------------------------------

  private heard(frame: Record<string, unknown>): void {
    if (frame.hello) this.greeted(frame.hello as HelloTold);
    else if (frame.table) this.shown(frame.table as TableView);
    else if (frame.sign) this.table((frame.sign as SignView).table).sign = frame.sign as SignView;
    else if (frame.link) this.link((frame.link as LinkTold).name).take(frame.link as LinkTold);
    else if (frame.pit) this.pit.pit = frame.pit as PitTold;
    else if (frame.lobby) this.lobby.lobby = frame.lobby as LobbyTold;
    else if (frame.done) this.answered((frame.done as DoneTold).id, { done: frame.done as DoneTold });
    else if (frame.waiting) this.answered((frame.waiting as WaitingTold).id, { waiting: frame.waiting as WaitingTold });
    else if (frame.asked) this.answered((frame as PlayerAsked).id, { asked: frame as PlayerAsked });
    else if (frame.error) this.refused(frame.error as ErrorTold);
  }

  private greeted(hello: HelloTold): void {
    heardTime(hello.now);
    this.look(hello.user);
    this.connection = "open";
    for (const watch of this.watches) watch.again();
    for (const act of this.pending) {
      act.resent = act.state === "unsure";
      act.state = "sent";
      this.send(act.frame);
    }
    if (hello.user && this.me?.name !== hello.user.name) void this.getMe();
    if (!this.house) void this.getHouse();
  }

  private shown(view: TableView): void {
    heardTime(view.at);
    keepSeals(view);
    this.table(view.name).take(view);
  }

  private refused(error: ErrorTold): void {
    if (error.id) {
      this.answered(error.id, { error });
      return;
    }
    const watched = error.watch;
    if (!watched) return;
    if (typeof watched.table === "string") this.table(watched.table).problem = error;
    else if (typeof watched.link === "string") this.link(watched.link).problem = error;
    else if (watched.pit) this.pit.problem = error;
    else if (watched.lobby) this.lobby.problem = error;
  }

  private closed(why: Closed, retryIn: number): void {
    this.connection = why;
    this.retryAt = Date.now() + retryIn;
    for (const act of this.pending) act.state = "unsure";
    if (why === "ended") void fetch("/signin"); // any page takes away a cookie that is good for nothing any more
  }
}

export const floor = new Floor();

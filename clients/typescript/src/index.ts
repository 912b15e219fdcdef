/** A program at a live floor. Nothing here knows a rule: views say what may be done, and a lost line comes back. */

import type { DoneTold, ErrorTold, May, Me, PlayerAsked, TableLine, Tables, Table, TableTold, WaitingTold } from "./types.js";

export type * from "./types.js";
export type View = TableTold;
export type Offer = May;
/** To an act: it is done, or it waits for somebody of the house, or for the player whose wallet it needs. */
export type Answer = DoneTold | WaitingTold | PlayerAsked;

/** Milliseconds between two tries to connect, and until an act that came too fast is sent again. */
const FIRST_RETRY = 200;
const SLOWEST_RETRY = 5_000;
const BUSY = 500;
/** Milliseconds for which a request is tried again while nobody answers. */
const PATIENCE = 60_000;
/** Milliseconds between two signs of life; the floor closes a socket that says nothing for a minute. */
const PING = 20_000;
const TRY_AGAIN = ["too-fast", "unavailable"];
/** Closed for good; after every other code it is worth another try. */
const ENDED: Record<number, string> = {
  4400: "the server does not understand this program",
  4401: "the session has ended",
  4403: "not allowed",
};

/** The floor says no: `code` is for programs, the message for people, `cites` names the paragraphs. */
export class NotDone extends Error {
  readonly code: string;
  readonly cites: string[];
  /** The current one, if the act answered an earlier moment. */
  readonly moment: string;

  constructor(error: Partial<ErrorTold>) {
    super(`${error.why ?? "the server gives no reason"}${error.cites?.length ? ` (${error.cites.join(", ")})` : ""}`);
    this.code = error.code ?? "";
    this.cites = error.cites ?? [];
    this.moment = error.moment ?? "";
  }
}

/** The session has ended, or never began. */
export class NotSignedIn extends Error {}

export type SignIn = { name?: string; password?: string; token?: string };

/** Signs in at a live floor; without a name as a guest, if it admits guests. */
export async function connect(address: string, who: SignIn = {}): Promise<LiveFloor> {
  const floor = new LiveFloor(address, who);
  await floor.begin();
  return floor;
}

type Asked = { message: string; done: (answer: Answer) => void; failed: (error: Error) => void };
// Node's own WebSocket takes headers; a browser's does not, and sends the cookie instead
type Headers = { headers: Record<string, string> };

export class LiveFloor {
  name = "";
  role = "";
  /** Of the session. A later program that connects with it is the same person, also the same guest. */
  token: string;
  private readonly base: URL;
  private socket: WebSocket | null = null;
  private pause = FIRST_RETRY;
  private ended = "";
  private alive: ReturnType<typeof setInterval> | undefined;
  private readonly watched = new Map<string, number | null>();
  private readonly asked = new Map<string, Asked>();
  private readonly views = new Map<string, View>();
  /** By table: views before this version do not know of the program's own last act. */
  private readonly least = new Map<string, number>();
  private readonly refused = new Map<string, NotDone>();
  private waiting: (() => void)[] = [];

  constructor(
    address: string,
    private readonly who: SignIn,
  ) {
    this.base = new URL(address.includes("//") ? address : `http://${address}`);
    this.token = who.token ?? "";
  }

  async begin(): Promise<void> {
    if (!this.token) return this.signIn();
    ({ name: this.name, role: this.role } = await this.me());
  }

  private async signIn(): Promise<void> {
    const { name, password } = this.who;
    this.token = "";
    const path = name ? "/v1/sessions" : "/v1/guests";
    try {
      const begun = await this.ask("POST", path, name ? { name, password: password ?? "" } : {});
      this.token = begun.token;
      ({ name: this.name, role: this.role } = begun.user);
    } catch (error) {
      throw error instanceof NotDone ? new NotSignedIn(error.message) : error;
    }
  }

  close(): void {
    this.end("this program has closed it");
    this.socket?.close();
  }

  /** Any route. What changes nothing, or carries an id, is asked again while the floor does not answer. */
  async ask(method: string, path: string, body?: Record<string, unknown>): Promise<any> {
    const headers: Record<string, string> = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    if (body) headers["Content-Type"] = "application/json";
    const again = method === "GET" || (body !== undefined && "id" in body);
    const until = Date.now() + PATIENCE;
    for (let pause = FIRST_RETRY; ; pause = Math.min(pause * 2, SLOWEST_RETRY)) {
      let problem: unknown;
      let worthIt = again;
      try {
        const reply = await fetch(new URL(path, this.base), { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
        const answer = await reply.json();
        if (reply.ok) return answer;
        problem = new NotDone(answer.error ?? {});
        worthIt &&= TRY_AGAIN.includes((problem as NotDone).code);
      } catch (error) {
        problem = error; // nobody answers
      }
      if (!worthIt || Date.now() > until) throw problem;
      await new Promise((go) => setTimeout(go, pause));
    }
  }

  async tables(): Promise<TableLine[]> {
    return ((await this.ask("GET", "/v1/tables")) as Tables).items;
  }

  /** Who the program is, its chips and where it sits. */
  async me(): Promise<Me> {
    return this.ask("GET", "/v1/me");
  }

  /** The table now; `watch` says more and costs less. */
  async view(table: string): Promise<View> {
    return ((await this.ask("GET", `/v1/tables/${table}`)) as Table).table;
  }

  /** The newest view of these tables whenever one has changed; never one that is older than an own act. */
  async *watch(...tables: string[]): AsyncGenerator<View, void, void> {
    for (const table of tables) {
      this.watched.set(table, this.watched.get(table) ?? null);
      this.send({ watch: { table } });
    }
    this.open();
    try {
      for (;;) {
        for (const table of tables) {
          const refused = this.refused.get(table);
          if (refused) throw refused;
        }
        const view = tables.map((table) => this.views.get(table)).find((each) => each && each.version >= (this.least.get(each.name) ?? 0));
        if (view) {
          this.views.delete(view.name);
          yield view;
        } else if (this.ended) throw new NotSignedIn(this.ended);
        else await new Promise<void>((go) => this.waiting.push(go));
      }
    } finally {
      for (const table of tables) {
        this.watched.delete(table);
        this.refused.delete(table);
        this.send({ unwatch: { table } });
      }
    }
  }

  /** Says something at a table: an offer's `say`, or its `do` with an amount. It answers the moment of the view.
   *
   * The same act, with the same id, is sent again until the floor has answered: it happens once. */
  act(view: View, say: string, reason = ""): Promise<Answer> {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const message = JSON.stringify({ act: { table: view.name, id, do: say, moment: view.moment, ...(reason ? { reason } : {}) } });
    return new Promise<Answer>((done, failed) => {
      if (this.ended) return failed(new NotSignedIn(this.ended));
      this.asked.set(id, { message, done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
      this.open();
    });
  }

  private send(message: unknown): void {
    // nothing is lost without a connection: the next one begins with everything
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    if (this.socket || this.ended) return;
    const address = new URL("/v1/live", this.base);
    address.protocol = this.base.protocol === "https:" ? "wss:" : "ws:";
    const options: Headers = { headers: { Authorization: `Bearer ${this.token}` } };
    const socket = (this.socket = "document" in globalThis ? new WebSocket(address) : new WebSocket(address, options as never));
    socket.onopen = () => {
      this.pause = FIRST_RETRY;
      for (const [table, since] of this.watched) this.send({ watch: since === null ? { table } : { table, since } });
      for (const { message } of this.asked.values()) socket.send(message);
      this.alive = setInterval(() => this.send({ ping: 1 }), PING);
    };
    socket.onmessage = ({ data }) => this.take(JSON.parse(data as string));
    socket.onclose = ({ code }) => void this.lost(code);
    socket.onerror = () => {}; // onclose follows
  }

  private async lost(code: number): Promise<void> {
    clearInterval(this.alive);
    if (this.ended) return;
    if (code in ENDED) {
      const again = code === 4401 && this.who.name && this.who.password;
      if (!again) return this.end(ENDED[code]!);
      try {
        await this.signIn();
      } catch (error) {
        return this.end(String(error));
      }
    } else {
      await new Promise((go) => setTimeout(go, this.pause));
      this.pause = Math.min(this.pause * 2, SLOWEST_RETRY);
    }
    this.socket = null;
    this.open();
  }

  private end(why: string): void {
    this.ended ||= why;
    for (const { failed } of this.asked.values()) failed(new NotSignedIn(this.ended));
    this.asked.clear();
    this.wake();
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const go of waiting) go();
  }

  private take(frame: Record<string, any>): void {
    if ("table" in frame) this.newer(frame.table);
    else if ("done" in frame) {
      const { id, table, version } = frame.done as DoneTold;
      if (table) this.least.set(table, Math.max(version ?? 0, this.least.get(table) ?? 0));
      this.answered(id)?.done(frame.done);
    } else if ("waiting" in frame) this.answered(frame.waiting.id)?.done(frame.waiting);
    else if ("asked" in frame) this.answered(frame.id)?.done(frame as PlayerAsked);
    else if ("error" in frame) this.error(frame.error);
  }

  private error(error: ErrorTold): void {
    if (error.watch) {
      this.refused.set(String(error.watch.table), new NotDone(error));
      this.wake();
    } else if (TRY_AGAIN.includes(error.code)) {
      const asked = this.asked.get(error.id ?? "");
      if (asked) setTimeout(() => this.asked.has(error.id!) && this.socket?.readyState === WebSocket.OPEN && this.socket.send(asked.message), BUSY);
    } else this.answered(error.id ?? "")?.failed(new NotDone(error));
  }

  private answered(id: string): Asked | undefined {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    return asked;
  }

  private newer(view: View): void {
    if (!this.watched.has(view.name)) return;
    this.watched.set(view.name, view.version);
    const unseen = this.views.get(view.name);
    // nothing that has happened is left out because nobody looked in between
    if (unseen && view.happened) view.happened = unseen.happened && [...unseen.happened, ...view.happened];
    this.views.set(view.name, view);
    this.wake();
  }
}

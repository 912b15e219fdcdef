/** One live socket, which comes back by itself. What it carries is the floor's business. */

export type Closed = "lost" | "restarting" | "ended" | "crowded";

export interface Listener {
  opened(): void;
  heard(frame: Record<string, unknown>): void;
  closed(why: Closed, retryIn: number): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 20_000;
/** Nothing heard for so long after a ping: the line is dead, whatever the browser believes. */
const SILENT = 8_000;

const WHY: Record<number, Closed> = { 1012: "restarting", 4503: "restarting", 4401: "ended", 4429: "crowded" };

export class LiveSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private pinging = 0;
  private silent = 0;
  private pings = 0;

  constructor(private readonly listener: Listener) {
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.now();
    });
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open(): void {
    clearTimeout(this.timer);
    this.drop();
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/v1/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.pinging = window.setInterval(() => this.ping(), PING_EVERY);
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      clearTimeout(this.silent);
      this.wait = FIRST_WAIT;
      this.listener.heard(JSON.parse(String(event.data)) as Record<string, unknown>);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(WHY[event.code] ?? "lost");
    };
  }

  send(frame: Record<string, unknown>): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(frame));
  }

  /** Until it is opened again by hand. */
  close(): void {
    clearTimeout(this.timer);
    this.drop();
  }

  /** Tries again at once instead of waiting for the next try. */
  now(): void {
    if (!this.socket) this.open();
    else if (this.isOpen) this.ping();
  }

  private ping(): void {
    this.pings += 1;
    this.send({ ping: this.pings });
    clearTimeout(this.silent);
    this.silent = window.setTimeout(() => this.lost("lost"), SILENT);
  }

  private lost(why: Closed): void {
    this.drop();
    const again = why !== "ended" && why !== "crowded";
    const wait = again ? this.wait * (0.75 + Math.random() / 2) : 0;
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    if (again) this.timer = window.setTimeout(() => this.open(), wait);
    this.listener.closed(why, wait);
  }

  private drop(): void {
    clearInterval(this.pinging);
    clearTimeout(this.silent);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

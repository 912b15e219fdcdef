/** Which page an address leads to. Pages are loaded when somebody goes there, with the chapters of words they need. */

import type { Component } from "svelte";
import { words, type Chapter } from "./words/words.svelte";

export type PageProps = { params: Record<string, string> };
// a page that needs no parameters does not take any
type Loaded = { default: Component<PageProps> | Component };

interface Route {
  path: string;
  load: () => Promise<Loaded>;
  chapters: Chapter[];
  /** Who is let in; everybody where there are none. The floor decides again whatever is asked of it. */
  roles?: readonly string[];
}

const SIGNED_IN = ["player", "dealer", "pit-supervisor", "shift-manager", "auditor"];
const DEALERS = ["dealer", "pit-supervisor", "shift-manager"];
const STAFF = [...DEALERS, "auditor"];

const lobby = () => import("../pages/lobby/Page.svelte");
const account = () => import("../pages/account/Page.svelte");
const name = () => import("../pages/name/Page.svelte");
const invite = () => import("../pages/invite/Page.svelte");
const signin = () => import("../pages/signin/Page.svelte");
const table = () => import("../pages/table/Page.svelte");
const dealer = () => import("../pages/dealer/Page.svelte");
const dealersTables = () => import("../pages/dealer/Tables.svelte");
const pit = () => import("../pages/pit/Page.svelte");
const sign = () => import("../pages/sign/Page.svelte");
const history = () => import("../pages/history/Page.svelte");
const figures = () => import("../pages/figures/Page.svelte");
const verify = () => import("../pages/verify/Page.svelte");
const training = () => import("../pages/training/Page.svelte");

/** The same paths stand in the server's matrix (`croupier.floor.server.pages`); a test compares. */
export const ROUTES: Route[] = [
  { path: "/", load: lobby, chapters: ["room", "waiting"] },
  { path: "/signin", load: signin, chapters: ["room"] },
  { path: "/invite/{code}", load: invite, chapters: ["room", "account"] },
  { path: "/name", load: name, chapters: ["room", "account"], roles: ["player"] },
  { path: "/account", load: account, chapters: ["room", "account"] },
  { path: "/table/{table}", load: table, chapters: ["room", "table"] },
  { path: "/dealer", load: dealersTables, chapters: ["room", "table", "staff", "dealer"], roles: DEALERS },
  { path: "/dealer/{table}", load: dealer, chapters: ["room", "table", "staff", "dealer", "chips"], roles: DEALERS },
  { path: "/pit", load: pit, chapters: ["room", "table", "staff", "pit", "house", "poker", "waiting"], roles: STAFF },
  { path: "/pit/{section}", load: pit, chapters: ["room", "table", "staff", "pit", "house", "poker", "waiting"], roles: STAFF },
  { path: "/pit/{section}/{name}", load: pit, chapters: ["room", "table", "staff", "pit", "house", "poker", "waiting"], roles: STAFF },
  { path: "/pit/{section}/{name}/{part}", load: pit, chapters: ["room", "table", "staff", "pit", "house", "poker", "waiting"], roles: STAFF },
  { path: "/sign/{section}/{name}", load: sign, chapters: ["room", "table", "sign", "waiting"] },
  { path: "/figures", load: figures, chapters: ["room", "figures"], roles: ["player"] },
  { path: "/history", load: history, chapters: ["room", "table", "history"], roles: SIGNED_IN },
  { path: "/history/{table}", load: history, chapters: ["room", "table", "history"] },
  { path: "/history/{table}/{round}", load: history, chapters: ["room", "table", "history"] },
  { path: "/verify", load: verify, chapters: ["room", "table", "verify"] },
  { path: "/verify/{table}/{round}", load: verify, chapters: ["room", "table", "verify"] },
  { path: "/training", load: training, chapters: ["room", "table", "staff", "training"], roles: SIGNED_IN },
  { path: "/training/{section}", load: training, chapters: ["room", "table", "staff", "training"], roles: SIGNED_IN },
  { path: "/training/{section}/{name}", load: training, chapters: ["room", "table", "staff", "training"], roles: SIGNED_IN },
];

export interface Going {
  route: Route;
  params: Record<string, string>;
}

export function found(path: string): Going | null {
  const asked = path.split("/");
  for (const route of ROUTES) {
    const parts = route.path.split("/");
    if (parts.length !== asked.length) continue;
    const params: Record<string, string> = {};
    const fits = parts.every((part, at) => {
      const given = decodeURIComponent(asked[at] ?? "");
      if (part.startsWith("{")) params[part.slice(1, -1)] = given;
      return part.startsWith("{") ? given !== "" : part === given;
    });
    if (fits) return { route, params };
  }
  return null;
}

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** What is shown: it stays until the next page is here. */
  page = $state.raw<Component<PageProps> | null>(null);
  going = $state.raw<Going | null>(null);
  failed = $state<"" | "missing" | "broken">("");
  /** Somebody came to this page by a press in the room, not by its address. */
  moved = false;
  private wanted = 0;

  start(): void {
    addEventListener("popstate", () => void this.show());
    document.addEventListener("click", (event) => this.clicked(event));
    void this.show();
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) window.history.replaceState(null, "", path);
    else window.history.pushState(null, "", path);
    scrollTo(0, 0);
    this.moved = true;
    void this.show();
  }

  private clicked(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>("a[href^='/']");
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/v1/") || link.pathname.startsWith("/page/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }

  private async show(): Promise<void> {
    const turn = (this.wanted += 1);
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    const going = found(this.path);
    if (!going) {
      await words.need("room");
      this.page = null;
      this.going = null;
      this.failed = "missing";
      return;
    }
    try {
      const [loaded] = await Promise.all([going.route.load(), words.need(...going.route.chapters)]);
      if (turn !== this.wanted) return;
      this.page = loaded.default as Component<PageProps>;
      this.going = going;
      this.failed = "";
    } catch (error) {
      if (turn !== this.wanted) return;
      console.error(error);
      await words.need("room");
      this.failed = "broken";
    }
  }
}

export const router = new Router();
export const go = (path: string, options?: { replace?: boolean }): void => router.go(path, options);

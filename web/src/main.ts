import "$lib/tokens.css";
import "$lib/room.css";
import { floor } from "$lib/floor.svelte";
import { router } from "$lib/router.svelte";
import { startLanguage, words } from "$lib/words/words.svelte";
import { mount } from "svelte";
import App from "./App.svelte";

async function open(): Promise<void> {
  floor.start();
  await startLanguage();
  router.start();
  await words.need("room");
  const target = document.getElementById("room");
  if (target) mount(App, { target });
}

/** An installed page opens without a connection; a visit leaves nothing behind. Only this address may become a worker. */
function keepShell(): void {
  if (!("serviceWorker" in navigator) || !matchMedia("(display-mode: standalone)").matches) return;
  const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("croupier-worker", { createScriptURL: () => WORKER });
  void navigator.serviceWorker.register((policy?.createScriptURL("") ?? WORKER) as string).catch(() => undefined);
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(given: string): unknown };
}

const WORKER = "/worker.js";

void open();
keepShell();

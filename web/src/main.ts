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

void open();

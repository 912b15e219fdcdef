/**
 * For an installed page: keeps the shell and its files, so that it opens without a connection and says so. Nothing of
 * the floor is kept: what is under /v1 goes past this worker.
 */

const SHELL = "croupier-shell";

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(shell(request));
  else if (pathname.startsWith("/page/")) event.respondWith(file(request));
});

/** Newest first. A new shell names other files: those of the old one are dropped. */
async function shell(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await keep(fresh.clone());
    return fresh;
  } catch {
    const kept = await (await caches.open(SHELL)).match("/");
    return kept ?? Response.error();
  }
}

async function keep(fresh) {
  const before = await (await caches.open(SHELL)).match("/");
  const text = await fresh.clone().text();
  if (before && (await before.text()) !== text) await caches.delete(SHELL);
  await (await caches.open(SHELL)).put("/", fresh);
}

/** A file has a hash of its content in its name: one that is kept is never old. */
async function file(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const OUT = "../src/croupier/floor/server/room";
const SMALLER = /\.(js|css|html|svg)$/;

/** Every text is stored three times, so that the server never compresses anything. */
const compressed = () => ({
  name: "compressed",
  apply: "build",
  writeBundle() {
    for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !SMALLER.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const body = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
      const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
      writeFileSync(`${file}.br`, brotliCompressSync(body, { params: size }));
    }
  },
});

// `npm run dev` with a running floor: CROUPIER=http://127.0.0.1:41873 npm run dev
const floor = process.env.CROUPIER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { runes: true } }), compressed()],
  resolve: { alias: { $lib: new URL("./src/lib", import.meta.url).pathname } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict content security policy has no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: "page/[name]-[hash].js",
        chunkFileNames: "page/[name]-[hash].js",
        assetFileNames: "page/[name]-[hash][extname]",
        // small files that nearly every page needs travel and compress better together
        advancedChunks: {
          groups: [
            {
              name: "kit",
              test: /src\/lib\/(kit\/|motion|FloorText|DemoMark|words\/(Words|floor|cards)|rules\/(rules|Tag)|views|times|keys|[Ll]ater|announcer|NoticeRow)/,
            },
            { name: "shared", test: /src\/(table\/shared\/(hands|incidents|stage|time|payments|voice|Voice|Clock|Meter|Summary)|lib\/sounds)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/v1": { target: floor, ws: true, changeOrigin: true, headers: { origin: floor } } } },
});

import type { Translated } from "../catalogue";
import type english from "../en/verify";

export default {
  "verify.title": "Karten nachrechnen",
} satisfies Translated<typeof english>;

import type { Translated } from "../catalogue";
import type english from "../en/poker";

export default {
  "poker.title": "Tisch",
} satisfies Translated<typeof english>;

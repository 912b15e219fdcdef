import type { Translated } from "../catalogue";
import type english from "../en/house";

export default {
  "house.title": "Tisch",
} satisfies Translated<typeof english>;

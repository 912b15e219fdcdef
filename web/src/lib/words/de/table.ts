import type { Translated } from "../catalogue";
import type english from "../en/table";

export default {
  "table.title": "Tisch",
} satisfies Translated<typeof english>;

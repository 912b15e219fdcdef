import type { Translated } from "../catalogue";
import type english from "../en/pit";

export default {
  "pit.title": "Pit",
} satisfies Translated<typeof english>;

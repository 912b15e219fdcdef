import type { Translated } from "../catalogue";
import type english from "../en/history";

export default {
  "history.title": "Meine Runden",
} satisfies Translated<typeof english>;

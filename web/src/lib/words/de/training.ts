import type { Translated } from "../catalogue";
import type english from "../en/training";

export default {
  "training.title": "Übungsraum",
} satisfies Translated<typeof english>;

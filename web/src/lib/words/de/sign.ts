import type { Translated } from "../catalogue";
import type english from "../en/sign";

export default {
  "sign.title": "Anzeige",
} satisfies Translated<typeof english>;

import type { Translated } from "../catalogue";
import type english from "../en/dealer";

export default {
  "dealer.title": "Dealer-Pult",
} satisfies Translated<typeof english>;

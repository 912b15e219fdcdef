/** The dealer's console. */
export default {
  "dealer.title": "Dealer's console",
} as const;

/** The poker table. */
export default {
  "poker.title": "Table",
} as const;

/** What every table page says. */
export default {
  "table.title": "Table",
} as const;

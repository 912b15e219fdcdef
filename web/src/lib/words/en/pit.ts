/** The pit console. */
export default {
  "pit.title": "Pit",
} as const;

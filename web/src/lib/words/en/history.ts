/** History and replay. */
export default {
  "history.title": "My rounds",
} as const;

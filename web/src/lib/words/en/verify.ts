/** Verify your cards. */
export default {
  "verify.title": "Verify your cards",
} as const;

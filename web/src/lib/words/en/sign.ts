/** Signs. */
export default {
  "sign.title": "Sign",
} as const;

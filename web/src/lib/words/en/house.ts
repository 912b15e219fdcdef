/** Tables of the house-banked games. */
export default {
  "house.title": "Table",
} as const;

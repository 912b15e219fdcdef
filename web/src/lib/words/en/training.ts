/** Training. */
export default {
  "training.title": "Training",
} as const;

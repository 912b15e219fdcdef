/** How many tables one window shows. */
export const MOST_TABLES = 4;

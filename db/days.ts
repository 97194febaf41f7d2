/** Returns a text that sorts after every ISO 8601 time of the day (YYYY-MM-DD): "U" follows the "T" in them. */
export const getEndOfDay = (day: string): string => `${day}U`;

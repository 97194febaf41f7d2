interface OpeningHours {
  /** In English: "Monday". */
  weekday: string;
  /** Times such as "09:00", which compare as texts, also with the "09:00:00" of an instant. */
  spans: readonly { from: string; to: string }[];
}

/**
 * Returns whether the company is open at an instant, by the time in Athens; undefined for a company without opening
 * hours. On `closedDays` (ISO) it is closed regardless of its hours.
 */
export function isOpenAt(
  date: Date,
  hours: readonly OpeningHours[],
  closedDays: readonly string[],
): boolean | undefined {
  if (hours.every(({ spans }) => spans.length === 0)) return undefined;

  const timeZone = 'Europe/Athens';
  const today = date.toLocaleDateString('en', { timeZone, weekday: 'long' });
  // The Swedish format is that of ISO: "2026-11-25 09:00:00".
  const [day = '', time = ''] = date.toLocaleString('sv', { timeZone }).split(' ');

  const spans = hours.filter(({ weekday }) => weekday === today).flatMap((each) => each.spans);
  const isInOpeningHours = spans.some(({ from, to }) => from <= time && time < to);
  return isInOpeningHours && !closedDays.includes(day);
}

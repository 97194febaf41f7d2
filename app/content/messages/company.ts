export const getPhoneHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

export const getEmailHref = (email: string) => `mailto:${email}`;

interface OpeningHours {
  weekday: string;
  spans: readonly { from: string; to: string }[];
}

/** `closed` lists ISO days on which the company is closed regardless of its hours. */
export function isOpenAt(
  date: Date,
  hours: readonly OpeningHours[],
  closed: readonly string[],
): boolean {
  const timeZone = 'Europe/Athens';
  const today = date.toLocaleDateString('en', { timeZone, weekday: 'long' });
  // In Sweden a day and a time are written as ISO has them.
  const [day = '', time = ''] = date.toLocaleString('sv', { timeZone }).split(' ');
  const isNow = hours.some(
    ({ weekday, spans }) =>
      weekday === today && spans.some(({ from, to }) => from <= time && time < to),
  );
  return isNow && !closed.includes(day);
}

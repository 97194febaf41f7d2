import { parseOpeningHours } from '#app/content/company.server.ts';
import { readLine, type FieldType } from './field-type.ts';

const WEEKDAYS = Array.from({ length: 7 }, (_, index) => index);

/** Opening hours of each weekday; the control `hours_1` is Monday. */
export const hours: FieldType<string[]> = {
  empty: WEEKDAYS.map(() => ''),
  read: (form, name) =>
    WEEKDAYS.map((index) => {
      const text = readLine(form, `${name}_${index + 1}`);
      const spans = parseOpeningHours(text);
      return spans ? spans.map(({ from, to }) => `${from}-${to}`).join(', ') : text;
    }),
  listTexts: (weekdays, { name, max: maxLength }) =>
    weekdays.map((text, index) => {
      return { name: `${name}_${index + 1}`, text, maxLength, isRequired: false };
    }),
  check: (weekdays) => weekdays.some((text) => !parseOpeningHours(text)) && 'hours',
};

import { z } from 'zod';
import { closedDaysOf, linksOf, pointOf, spansOf } from '#app/content/company.server.ts';
import type { Field, FieldFacts, ShownPicture } from '#app/content/kinds.server.ts';
import { type Bilingual, LANGUAGES, inEachLanguage } from '#app/content/language.ts';
import { SITE } from '#app/domain/limits.ts';
import { isEmailAddress, letterLine, letterText } from '#app/domain/plain-text.ts';

/** What is wrong with a field, by the name that it has in the form. */
export type EntryFault =
  | 'missing'
  | 'long'
  | 'year'
  | 'address'
  | 'letters'
  | 'measures'
  | 'day'
  | 'twin'
  | 'email'
  | 'phone'
  | 'digits'
  | 'number'
  | 'place'
  | 'hours'
  | 'days'
  | 'links';

/** A text of an entry: its name in the form, what it says, its bound, and whether it is needed. */
export type EntryText = [name: string, text: string, max: number, needed: boolean];

/** All that the desk has to know of a way to write something; how it looks is a component. */
interface FieldType<Value> {
  empty: Value;
  read: (form: FormData, name: string) => Value;
  texts: (value: Value, field: Field) => EntryText[];
  /** What the form is filled with where it is not its texts. */
  values?: (value: Value, name: string) => Record<string, string>;
  /** What stands between it and the public, but for texts that are missing. */
  fault?: (value: Value, needed: boolean, field: Field) => EntryFault | false;
  /** What a button of the form does to it where there is no script. */
  press?: (value: Value, button: string) => Value;
}

export const lineOf = (form: FormData, name: string) => letterLine(String(form.get(name) ?? ''));

const blank = inEachLanguage(() => '');

const inBoth = (said: Bilingual<string>, { name, max, needed }: Field) =>
  LANGUAGES.map((language): EntryText => [`${name}_${language}`, said[language], max, needed]);

const plain: FieldType<string> = {
  empty: '',
  read: lineOf,
  texts: (text, { name, max, needed }) => [[name, text, max || 60, needed]],
};

const line: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, name) => inEachLanguage((language) => lineOf(form, `${name}_${language}`)),
  texts: inBoth,
};

const text: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, name) =>
    inEachLanguage((language) => letterText(String(form.get(`${name}_${language}`) ?? ''))),
  texts: inBoth,
};

const name: FieldType<Bilingual<string>> = {
  empty: blank,
  read: (form, own) => {
    const en = lineOf(form, own);
    return { en, el: lineOf(form, `${own}_el`) || en };
  },
  texts: ({ en, el }, { name: own, max, needed }) => [
    [own, en, max, needed],
    [`${own}_el`, el, max, false],
  ],
  // What one language has in its own letters is said only where it differs.
  values: ({ en, el }, own) => ({ [own]: en, [`${own}_el`]: el === en ? '' : el }),
};

const pictures: FieldType<ShownPicture[]> = {
  empty: [],
  read: readPictures,
  texts: (shown, { needed }) =>
    shown.flatMap(({ alt, credit }, index) => [
      ...inBoth(alt, { as: 'line', name: `alt_${index + 1}`, max: 300, needed }),
      [`credit_${index + 1}`, credit, 100, false] satisfies EntryText,
    ]),
  fault: (shown, needed) => needed && shown.length === 0 && 'missing',
  press: movePicture,
};

/** What came before; a new one comes beside the form's fields. */
const file: FieldType<string | null> = {
  empty: null,
  read: (form, name) => lineOf(form, `kept_${name}`) || null,
  texts: () => [],
  values: (kept, name) => Object.fromEntries(kept ? [[`kept_${name}`, kept]] : []),
  fault: (kept, needed) => needed && kept === null && 'missing',
};

const YEAR = /^(\d{4})(?:-(\d{4}))?$/;

function isYear(written: string): boolean {
  const [, first, last = first] = YEAR.exec(written) ?? [];
  return first !== undefined && first <= last! && Number(last) - Number(first) < 100;
}

const year: FieldType<string> = {
  ...plain,
  fault: (written) => written !== '' && !isYear(written) && 'year',
};

const choice: FieldType<string> = {
  ...plain,
  fault: (chosen, needed, { options = [] }) => needed && !options.includes(chosen) && 'missing',
};

export const isDay = (text: string) => z.iso.date().safeParse(text).success;

const day: FieldType<string> = {
  ...plain,
  fault: (written) => written !== '' && !isDay(written) && 'day',
};

/** A line that must be read as something where it is not empty. */
const checked = (fault: EntryFault, isRight: (written: string, max: number) => unknown) => ({
  ...plain,
  fault: (written: string, _: boolean, { max }: Field) =>
    written !== '' && !isRight(written, max) && fault,
});

const lines: FieldType<string> = {
  ...plain,
  read: (form, own) => letterText(String(form.get(own) ?? '')),
};

const DAYS_OF_A_WEEK = 7;

/** hours_1 is Monday. */
const hours: FieldType<string[]> = {
  empty: Array.from({ length: DAYS_OF_A_WEEK }, () => ''),
  read: (form, own) =>
    Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => {
      const written = lineOf(form, `${own}_${day + 1}`);
      const spans = spansOf(written);
      return spans ? spans.map(({ from, to }) => `${from}-${to}`).join(', ') : written;
    }),
  texts: (days, { name: own, max }) =>
    days.map((written, day) => [`${own}_${day + 1}`, written, max, false]),
  fault: (days) => days.some((written) => !spansOf(written)) && 'hours',
};

const tick: FieldType<boolean> = {
  empty: false,
  read: (form, own) => form.has(own),
  texts: () => [],
  values: (ticked, own) => ({ [own]: ticked ? '1' : '' }),
};

const fieldTypes: Readonly<Record<FieldFacts['as'], unknown>> = {
  line,
  text,
  name,
  year,
  category: plain,
  pictures,
  drawing: file,
  choice,
  day,
  file,
  mark: file,
  word: plain,
  email: checked('email', isEmailAddress),
  phone: checked('phone', (written) => /^\+?\d[\d ]{5,}$/.test(written)),
  digits: checked('digits', (written, max) => /^\d+$/.test(written) && written.length === max),
  number: checked('number', (written) => /^[1-9]\d*$/.test(written)),
  place: checked('place', pointOf),
  hours,
  days: {
    ...lines,
    fault: (written) => !closedDaysOf(written) && 'days',
  } satisfies FieldType<string>,
  links: { ...lines, fault: (written) => !linksOf(written) && 'links' } satisfies FieldType<string>,
  tick,
};

export const typeOf = ({ as }: FieldFacts) => fieldTypes[as] as FieldType<unknown>;

/** In their order: picture_1, picture_2 and so on, as long as there are any. */
function readPictures(form: FormData): ShownPicture[] {
  const shown: ShownPicture[] = [];
  for (let n = 1; n <= SITE.pictures && form.has(`picture_${n}`); n++) {
    const share = (field: string) => {
      const value = Math.round(Number(lineOf(form, `${field}_${n}`) || 50));
      return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50;
    };
    shown.push({
      name: lineOf(form, `picture_${n}`),
      alt: inEachLanguage((language) => lineOf(form, `alt_${n}_${language}`)),
      credit: lineOf(form, `credit_${n}`),
      focus: [share('focal_x'), share('focal_y')],
    });
  }
  return shown;
}

/** `earlier-2`, `later-2`, `remove-2`. */
function movePicture(shown: ShownPicture[], button: string): ShownPicture[] {
  const [, what, number] = /^(earlier|later|remove)-(\d{1,2})$/.exec(button) ?? [];
  const at = Number(number) - 1;
  const picture = shown[at];
  if (!picture) return shown;
  const others = shown.filter((other) => other !== picture);
  return what === 'remove'
    ? others
    : others.toSpliced(what === 'earlier' ? at - 1 : at + 1, 0, picture);
}

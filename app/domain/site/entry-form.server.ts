import {
  type EntryContent,
  type Field,
  type KindName,
  type ShownPicture,
  emptyContent,
  fieldsOf,
} from '#app/content/kinds.server.ts';
import { type Bilingual, LANGUAGES, inEachLanguage } from '#app/content/language.ts';
import { slugOf } from '#app/content/formats.ts';
import { SITE } from '#app/domain/limits.ts';
import { letterLine, letterText } from '#app/domain/plain-text.ts';

/** What is wrong with a field, by the name that it has in the form. */
export type EntryFault = 'missing' | 'long' | 'year' | 'address' | 'letters' | 'measures';
export type EntryFaults = Partial<Record<string, EntryFault>>;

export interface WrittenEntry {
  content: EntryContent;
  newCategory: Bilingual<string> | null;
  faults: EntryFaults;
}

const YEAR = /^(\d{4})(?:-(\d{4}))?$/;

/** What was posted, whole; what is too long stands in `faults` and is not to be stored. */
export function readEntryForm(kind: KindName, form: FormData): WrittenEntry {
  const content = emptyContent(kind);
  const faults: EntryFaults = {};
  for (const field of fieldsOf(kind)) content[field.name] = readField(field, form);
  // As it is stored: a line end counts once, as it does for who types it.
  for (const [name, text, max] of textsOf(kind, content)) {
    if (text.length > max && form.get(name)) faults[name] = 'long';
  }
  const created = inEachLanguage((language) => lineOf(form, `new_category_${language}`));
  const isNew = LANGUAGES.some((language) => created[language] !== '');
  if (isNew) {
    for (const language of LANGUAGES) {
      const name = `new_category_${language}`;
      if (created[language] === '') faults[name] = 'missing';
      else if (created[language].length > 60) faults[name] = 'long';
    }
    if (slugOf(created.en) === '') faults['new_category_en'] ??= 'letters';
  }
  const newCategory = isNew ? created : null;
  return { content, newCategory, faults };
}

function readField({ name, as }: Field, form: FormData): unknown {
  switch (as) {
    case 'line':
      return inEachLanguage((language) => lineOf(form, `${name}_${language}`));
    case 'text':
      return inEachLanguage((language) =>
        letterText(String(form.get(`${name}_${language}`) ?? '')),
      );
    case 'name': {
      const plain = lineOf(form, name);
      return { en: plain, el: lineOf(form, `${name}_el`) || plain };
    }
    case 'pictures':
      return readPictures(form);
    case 'drawing':
      return form.get('kept_drawing') ? lineOf(form, 'kept_drawing') : null;
    default:
      return lineOf(form, name);
  }
}

/** In their order: picture_1, picture_2 and so on, as long as there are any. */
function readPictures(form: FormData): ShownPicture[] {
  const pictures: ShownPicture[] = [];
  for (let n = 1; n <= SITE.pictures && form.has(`picture_${n}`); n++) {
    const share = (field: string) => {
      const value = Math.round(Number(lineOf(form, `${field}_${n}`) || 50));
      return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 50;
    };
    pictures.push({
      name: lineOf(form, `picture_${n}`),
      alt: inEachLanguage((language) => lineOf(form, `alt_${n}_${language}`)),
      credit: lineOf(form, `credit_${n}`),
      focus: [share('focal_x'), share('focal_y')],
    });
  }
  return pictures;
}

/** The form's buttons without a script: `earlier-2`, `later-2`, `remove-2`. */
export function movePicture(pictures: ShownPicture[], step: string): ShownPicture[] {
  const [, what, number] = /^(earlier|later|remove)-(\d{1,2})$/.exec(step) ?? [];
  const at = Number(number) - 1;
  const picture = pictures[at];
  if (!picture) return pictures;
  const others = pictures.filter((other) => other !== picture);
  return what === 'remove'
    ? others
    : others.toSpliced(what === 'earlier' ? at - 1 : at + 1, 0, picture);
}

const lineOf = (form: FormData, name: string) => letterLine(String(form.get(name) ?? ''));

/** Every text of an entry: its name in the form, what it says, its bound, and whether it is needed. */
export function* textsOf(
  kind: KindName,
  content: EntryContent,
): Generator<[name: string, text: string, max: number, needed: boolean]> {
  for (const { name, as, max, needed } of fieldsOf(kind)) {
    const value = content[name];
    if (as === 'line' || as === 'text') {
      const said = value as Bilingual<string>;
      for (const language of LANGUAGES) yield [`${name}_${language}`, said[language], max, needed];
    } else if (as === 'name') {
      const said = value as Bilingual<string>;
      yield [name, said.en, max, needed];
      yield [`${name}_el`, said.el, max, false];
    } else if (as === 'pictures') {
      for (const [index, { alt, credit }] of (value as ShownPicture[]).entries()) {
        for (const language of LANGUAGES) {
          yield [`alt_${index + 1}_${language}`, alt[language], 300, needed];
        }
        yield [`credit_${index + 1}`, credit, 100, false];
      }
    } else if (as !== 'drawing') {
      yield [name, String(value), max || 60, needed];
    }
  }
}

/** What stands between a draft and the public, all of it (PB-2). */
export function publishingFaults(kind: KindName, content: EntryContent): EntryFaults {
  const faults: EntryFaults = {};
  for (const [name, text, , needed] of textsOf(kind, content)) {
    if (needed && text.trim() === '') faults[name] = 'missing';
  }
  for (const { name, as, needed } of fieldsOf(kind)) {
    const value = content[name];
    if (as === 'pictures' && needed && (value as unknown[]).length === 0) faults[name] = 'missing';
    if (as === 'year' && value !== '' && !isYear(String(value))) faults[name] = 'year';
  }
  if (slugOf(content.title.en) === '') faults['title_en'] ??= 'letters';
  return faults;
}

function isYear(text: string): boolean {
  const [, first, last = first] = YEAR.exec(text) ?? [];
  return first !== undefined && first <= last! && Number(last) - Number(first) < 100;
}

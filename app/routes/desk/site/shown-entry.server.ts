import {
  type Block,
  type EntryContent,
  type KindName,
  type ShownPicture,
  fieldsOf,
  titleOf,
} from '#app/content/kinds.server.ts';
import { type Language, LANGUAGES } from '#app/content/language.ts';
import { type SiteDeskWords, siteDesk } from '#app/content/words/site-desk.server.ts';
import { interpolate } from '#app/components/words.ts';
import { SITE } from '#app/domain/limits.ts';
import { type Entry, listCategories } from '#app/domain/site/entries.server.ts';
import { type EntryFaults, textsOf, valuesOf } from '#app/domain/site/entry-form.server.ts';
import type { EntryFormData } from './entry-fields.tsx';

export function titleText(
  { kind, content }: Entry,
  language: Language,
  { untitled }: SiteDeskWords,
) {
  const title = titleOf(kind, content);
  return title[language] || LANGUAGES.map((each) => title[each]).find(Boolean) || untitled;
}

export async function formOf(
  kind: KindName,
  content: EntryContent,
  language: Language,
  seen: { id: number | null; version: number; key: string },
): Promise<EntryFormData> {
  const words = siteDesk[language];
  const { fields: labels, hints, options } = fieldWords(kind, words);
  const hasCategory = fieldsOf(kind).some(({ as }) => as === 'category');
  const categories = hasCategory ? await listCategories(content['category']) : [];
  const limits = { mb: SITE.pictureMb, kb: SITE.markKb, width: SITE.pictureMinWidth };
  return {
    ...seen,
    fields: fieldsOf(kind).map((field) => {
      const hint = interpolate(hints[field.name] ?? '', limits);
      const choices = field.options?.map((value) => ({ value, label: options[value]! }));
      const own = {
        label: labels[field.name]!,
        ...(hint && { hint }),
        ...(choices && { choices }),
      };
      return { ...field, ...own };
    }),
    values: valuesOf(kind, content),
    pictures: (content['pictures'] ?? []) as ShownPicture[],
    blocks: (content['blocks'] ?? []) as Block[],
    categories: categories.map(({ slug, content: { title } }) => {
      return { value: slug!, label: title[language] };
    }),
  };
}

export function faultTexts(
  kind: KindName,
  content: EntryContent,
  faults: EntryFaults,
  words: SiteDeskWords,
): Record<string, string> {
  const labels = labelsOf(kind, content, words);
  return Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => {
      return [name, interpolate(words.faults[fault!], { field: labels[name] ?? name })];
    }),
  );
}

export function storedTexts({ kind, content }: Entry, words: SiteDeskWords) {
  const labels = labelsOf(kind, content, words);
  return textsOf(kind, content).map(([name, text]) => ({ label: labels[name]!, text }));
}

function fieldWords(kind: KindName, { kinds, fields, hints }: SiteDeskWords) {
  const own = kinds[kind] as { fields?: object; hints?: object; options?: object };
  return {
    options: { ...own.options } as Record<string, string>,
    fields: { ...fields, ...own.fields } as Record<string, string>,
    hints: { ...hints, ...own.hints } as Record<string, string>,
  };
}

function labelsOf(kind: KindName, content: EntryContent, words: SiteDeskWords) {
  const { fields } = fieldWords(kind, words);
  const blocks = (content['blocks'] ?? []) as Block[];
  const labelInBlock = (number: string, part: string) => {
    const { type } = blocks[Number(number) - 1]!;
    const { one, types, titles } = words.blocks;
    const own = { alt: words.picture.alt, title: titles[type as 'quote'], text: '' }[part];
    return [interpolate(one, { number, type: types[type] }), own].filter(Boolean).join(', ');
  };
  const label = (name: string) => {
    const [, block, part = '', inLanguage] =
      /^block_(\d+)_(alt|title|text)_(en|el)$/.exec(name) ?? [];
    if (block) return `${labelInBlock(block, part)} (${words.languages[inLanguage as Language]})`;
    const [, field = name, number, language] = /^(\w+?)(?:_(\d+))?(?:_(en|el))?$/.exec(name) ?? [];
    if (field === 'hours' && number) return words.weekdays[Number(number) - 1]!;
    const own = fields[field] ?? words.picture[field as 'alt' | 'credit'];
    const { one, main } = words.picture;
    const of = number ? `${number === '1' ? main : interpolate(one, { number })}, ${own}` : own;
    return language ? `${of} (${words.languages[language as Language]})` : of;
  };
  const found = textsOf(kind, content).map(([name]) => [name, label(name)] as const);
  const created = LANGUAGES.map((language) => {
    return [
      `new_category_${language}`,
      `${words.hints.newCategory} (${words.languages[language]})`,
    ] as const;
  });
  return { ...fields, ...Object.fromEntries([...found, ...created]) };
}

import type { FieldError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { formatFullDay, isIsoDay } from '#app/content/formats.ts';
import {
  getEntryTitle,
  kindFacts,
  listFields,
  MAX_BLOCKS,
  type Block,
  type EntryContent,
  type Field,
  type KindName,
  type ShownPicture,
} from '#app/content/kinds.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { entryMessages } from '#app/content/texts/site-desk.server.ts';
import {
  entryPageTexts,
  siteFields,
  type EntryPageTexts,
} from '#app/content/texts/site-fields.server.ts';
import { siteKinds } from '#app/content/texts/site-kinds.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { listSelectableEntries, type Entry } from '#app/domain/site/entries.server.ts';
import {
  getFormValues,
  getPublishingErrors,
  listControlNames,
  listEntryTexts,
  type EntryErrors,
} from '#app/domain/site/entry-form.server.ts';
import type { PictureRefusal } from '#app/domain/site/pictures.server.ts';
import type { Publication } from '#app/domain/site/publications.server.ts';

/** Returns the title in this language, or else in the other one, or else "Untitled". */
export function getDisplayTitle({ kind, content }: Entry, language: Language): string {
  const title = getEntryTitle(kind, content);
  return title[language] || title.en || title.el || entryMessages[language].untitled;
}

const PIXEL_LIMITS = {
  megapixels: SITE.picturePixels / 1e6,
  avifMegapixels: SITE.avifPixels / 1e6,
};

/** Returns the form of an entry with its values, groups and choices, for which it reads other entries. */
export async function buildEntryForm(
  kind: KindName,
  content: EntryContent,
  language: Language,
  target: { id: number | null; version: number; key: string },
) {
  const { labels, hints } = getFieldTexts(kind, language);
  const limits = {
    mb: SITE.pictureMb,
    kb: SITE.markKb,
    width: SITE.pictureMinWidth,
    ratio: SITE.pictureMaxSideRatio,
    ...PIXEL_LIMITS,
  };

  const presentField = async (field: Field) => {
    const hint = interpolate(hints[field.name] ?? '', limits);
    const day = formatDayInWords(field, content, language);
    return {
      ...field,
      label: labels[field.name]!,
      hint: [hint, day].filter(Boolean).join(' '),
      choices: await listChoices(kind, field, content, language),
    };
  };

  return {
    ...target,
    fields: await Promise.all(listFields(kind).map(presentField)),
    // Empty when the form is short.
    groups: listGroups(kind, content, language),
    values: getFormValues(kind, content),
    pictures: (content['pictures'] ?? []) as ShownPicture[],
    blocks: (content['blocks'] ?? []) as Block[],
  };
}

export type EntryFormData = Awaited<ReturnType<typeof buildEntryForm>>;
export type FormGroup = EntryFormData['groups'][number];

/** Returns the day of a date field, such as "Friday 4 December 2026"; empty for another field or without a day. */
function formatDayInWords(
  { type, name }: Field,
  content: EntryContent,
  language: Language,
): string {
  const day = String(content[name]);
  return type === 'day' && isIsoDay(day) ? formatFullDay(day, language) : '';
}

function listGroups(kind: KindName, content: EntryContent, language: Language) {
  const labels: Readonly<Record<string, string>> = entryPageTexts[language].groups;
  const errors = getPublishingErrors(kind, content);
  const { groups = {}, foldedGroups = [] } = kindFacts[kind];

  return Object.entries(groups).map(([name, fieldNames]) => {
    const fields = listFields(kind).filter((field) => fieldNames.includes(field.name));
    const controlNames = fields.flatMap((field) => listControlNames(field, content));
    const errorsOfGroup = controlNames.flatMap((control) => errors[control] ?? []);
    const hasError = errorsOfGroup.some((error) => error !== 'missing');
    return {
      name,
      label: labels[name]!,
      /** It is optional, so it is closed unless it has an error (PB-11). */
      isFolded: foldedGroups.includes(name),
      /** The names of its fields, and of the controls of these fields. */
      controlNames,
      hasError,
      isIncomplete: errorsOfGroup.length > 0,
    };
  });
}

async function listChoices(
  kind: KindName,
  { name, namesKind, options = [] }: Field,
  content: EntryContent,
  language: Language,
) {
  const labels = getFieldTexts(kind, language).options;
  if (!namesKind) return options.map((value) => ({ value, label: labels[value]! }));

  const entries = await listSelectableEntries(namesKind, [content[name]].flat());
  return entries.map(({ slug, content: { title } }) => {
    return { value: slug!, label: title[language] };
  });
}

/** Returns the errors of the controls, by their names. Each text names the field. */
export function presentControlErrors(
  kind: KindName,
  content: EntryContent,
  errors: EntryErrors,
  language: Language,
): Record<string, FieldError> {
  const texts = entryMessages[language].errors;
  const labels = getControlLabels(kind, content, language);
  const shownErrors: Record<string, FieldError> = {};
  for (const [name, error] of Object.entries(errors)) {
    const text = interpolate(texts[error!], { field: labels[name] ?? name });
    shownErrors[name] = { text };
  }
  return shownErrors;
}

/** Returns why a picture, a word-mark, a file or a drawing was not taken. Each text names some of the limits. */
export function getPictureRefusalText(
  { kind, name, purpose }: PictureRefusal,
  language: Language,
): string {
  const texts = entryPageTexts[language].picture.refused;
  const limits = {
    size: purpose === 'mark' ? `${SITE.markKb} KB` : `${SITE.pictureMb} MB`,
    width: SITE.pictureMinWidth,
    count: SITE.pictures,
    parts: MAX_BLOCKS,
    ratio: SITE.pictureMaxSideRatio,
    ...PIXEL_LIMITS,
  };
  return interpolate(texts[kind], { name, ...limits });
}

/** Returns a line of the history: time and author of a publication, and its changed fields, or that it is the first. */
export function describePublication(
  kind: KindName,
  { publishedAt, publishedBy, changedFields }: Publication,
  language: Language,
): string {
  const texts = entryMessages[language];
  const at = formatAthensDateTime(publishedAt, language);
  const published = interpolate(texts.publishedAt, { at, by: publishedBy || texts.seeded });
  return `${published}. ${describeChangedFields(kind, changedFields, language)}.`;
}

function describeChangedFields(
  kind: KindName,
  changedFields: Publication['changedFields'],
  language: Language,
): string {
  const { changes } = entryMessages[language];
  if (changedFields === null) return changes.first;
  if (changedFields.length === 0) return changes.noChanges;

  const { labels } = getFieldTexts(kind, language);
  const fieldLabels = changedFields.map((name) => labels[name] ?? name);
  return interpolate(changes.fields, { fields: fieldLabels.join(', ') });
}

function getFieldTexts(kind: KindName, language: Language) {
  const { fields, hints } = siteFields[language];
  type KindTexts = { fields?: object; hints?: object; options?: object };
  const kindTexts = siteKinds[language][kind] as KindTexts;
  return {
    options: { ...kindTexts.options } as Record<string, string>,
    labels: { ...fields, ...kindTexts.fields } as Record<string, string>,
    hints: { ...hints, ...kindTexts.hints } as Record<string, string>,
  };
}

/** Returns the labels of all fields and controls, such as "Title (Greek)" for `title_el`. */
export function getControlLabels(
  kind: KindName,
  content: EntryContent,
  language: Language,
): Record<string, string> {
  const texts = entryPageTexts[language];
  const { labels } = getFieldTexts(kind, language);
  const blocks = (content['blocks'] ?? []) as Block[];
  const controlLabels = { ...labels };

  for (const { name } of listEntryTexts(kind, content)) {
    const blockLabel = getBlockLabel(name, blocks, texts);
    controlLabels[name] = blockLabel ?? getTextLabel(name, labels, texts);
  }

  for (const lang of LANGUAGES) {
    const label = `${texts.controls.newCategory} (${texts.languages[lang]})`;
    controlLabels[`new_category_${lang}`] = label;
  }

  return controlLabels;
}

/** Returns the label of a control such as `block_2_title_en`; null for any other. */
function getBlockLabel(name: string, blocks: Block[], texts: EntryPageTexts): string | null {
  const [, number, part, language] = /^block_(\d+)_(alt|title|text)_(en|el)$/.exec(name) ?? [];
  const block = blocks[Number(number) - 1];
  if (!block) return null;

  const blockLabel = interpolate(texts.blocks.one, {
    number: Number(number),
    type: texts.blocks.types[block.type],
  });
  const partLabels = {
    alt: texts.picture.alt,
    title: texts.blocks.titles[block.type as 'quote'],
    text: '',
  };
  const label = [blockLabel, partLabels[part as 'alt']].filter(Boolean).join(', ');
  return `${label} (${texts.languages[language as Language]})`;
}

/** Returns the label of a control such as `summary_el`, `alt_3_en` (third picture) or `hours_1` (Monday). */
function getTextLabel(name: string, labels: Record<string, string>, texts: EntryPageTexts): string {
  const { picture, languages, weekdays } = texts;
  const [, field = name, number, language] = /^(\w+?)(?:_(\d+))?(?:_(en|el))?$/.exec(name) ?? [];
  if (field === 'hours' && number) return weekdays[Number(number) - 1]!;

  let label = labels[field] ?? picture[field as 'alt' | 'credit'];
  if (number === '1') label = `${picture.main}, ${label}`;
  else if (number) label = `${interpolate(picture.one, { number })}, ${label}`;
  return language ? `${label} (${languages[language as Language]})` : label;
}

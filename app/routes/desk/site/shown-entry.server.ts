import type { FieldError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/messages.ts';
import { formatWholeDay, isIsoDay } from '#app/content/formats.ts';
import {
  getEntryTitle,
  kindFacts,
  listFields,
  type Block,
  type EntryContent,
  type Field,
  type KindName,
  type ShownPicture,
} from '#app/content/kinds.server.ts';
import { LANGUAGES, type Language } from '#app/content/language.ts';
import { siteDesk, type SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';
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
import type { EntryFormData, FormGroup } from './entry-form.ts';

/** Returns the title in this language, or else in another one, or else "Untitled". */
export function getDisplayTitle(
  { kind, content }: Entry,
  language: Language,
  messages: SiteDeskMessages,
): string {
  const title = getEntryTitle(kind, content);
  return title[language] || LANGUAGES.map((each) => title[each]).find(Boolean) || messages.untitled;
}

const PIXEL_LIMITS = {
  megapixels: SITE.picturePixels / 1e6,
  avifMegapixels: SITE.avifPixels / 1e6,
};

/** Returns the form of an entry with its values. Reads the entries that it may name from the database. */
export async function buildEntryForm(
  kind: KindName,
  content: EntryContent,
  language: Language,
  target: Pick<EntryFormData, 'id' | 'version' | 'key'>,
): Promise<EntryFormData> {
  const { labels, hints } = getFieldMessages(kind, siteDesk[language]);
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
    groups: listGroups(kind, content, siteDesk[language]),
    values: getFormValues(kind, content),
    pictures: (content['pictures'] ?? []) as ShownPicture[],
    blocks: (content['blocks'] ?? []) as Block[],
  };
}

/** Returns the day of a date field, such as "Friday 4 December 2026"; empty for another field or without a day. */
function formatDayInWords(
  { type, name }: Field,
  content: EntryContent,
  language: Language,
): string {
  const day = String(content[name]);
  return type === 'day' && isIsoDay(day) ? formatWholeDay(day, language) : '';
}

function listGroups(
  kind: KindName,
  content: EntryContent,
  messages: SiteDeskMessages,
): FormGroup[] {
  const labels: Readonly<Record<string, string>> = messages.groups;
  const errors = getPublishingErrors(kind, content);
  const { groups = {}, foldedGroups = [] } = kindFacts[kind];

  return Object.entries(groups).map(([name, fieldNames]) => {
    const fields = listFields(kind).filter((field) => fieldNames.includes(field.name));
    const controls = fields.flatMap((field) => listControlNames(field, content));
    const errorsOfGroup = controls.flatMap((control) => errors[control] ?? []);
    const hasError = errorsOfGroup.some((error) => error !== 'missing');
    return {
      name,
      label: labels[name]!,
      isFolded: foldedGroups.includes(name),
      controls,
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
  const labels = getFieldMessages(kind, siteDesk[language]).options;
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
  messages: SiteDeskMessages,
): Record<string, FieldError> {
  const labels = getControlLabels(kind, content, messages);
  const shownErrors: Record<string, FieldError> = {};
  for (const [name, error] of Object.entries(errors)) {
    const text = interpolate(messages.errors[error!], { field: labels[name] ?? name });
    shownErrors[name] = { text };
  }
  return shownErrors;
}

/** Returns why a picture, a word-mark, a file or a drawing was not taken. Each text names some of the limits. */
export function getPictureRefusalText(
  { kind, name, purpose }: PictureRefusal,
  { picture }: SiteDeskMessages,
): string {
  const limits = {
    size: purpose === 'mark' ? `${SITE.markKb} KB` : `${SITE.pictureMb} MB`,
    width: SITE.pictureMinWidth,
    count: SITE.pictures,
    ratio: SITE.pictureMaxSideRatio,
    ...PIXEL_LIMITS,
  };
  return interpolate(picture.refused[kind], { name, ...limits });
}

/** Returns a line of the history: time and author of a publication, and its changed fields. */
export function describePublication(
  kind: KindName,
  { publishedAt, publishedBy, changedFields }: Publication,
  language: Language,
): string {
  const messages = siteDesk[language];
  const at = formatAthensDateTime(publishedAt, language);
  const published = interpolate(messages.publishedAt, { at, by: publishedBy || messages.seeded });
  return `${published}. ${describeChangedFields(kind, changedFields, messages)}.`;
}

function describeChangedFields(
  kind: KindName,
  changedFields: Publication['changedFields'],
  messages: SiteDeskMessages,
): string {
  const texts = messages.changes;
  if (changedFields === null) return texts.first;
  if (changedFields.length === 0) return texts.noChanges;

  const { labels } = getFieldMessages(kind, messages);
  const fieldLabels = changedFields.map((name) => labels[name] ?? name);
  return interpolate(texts.fields, { fields: fieldLabels.join(', ') });
}

function getPictureLabel(number: number, { picture }: SiteDeskMessages): string {
  return number === 1 ? picture.main : interpolate(picture.one, { number });
}

function getFieldMessages(kind: KindName, { kinds, fields, hints }: SiteDeskMessages) {
  const kindMessages = kinds[kind] as { fields?: object; hints?: object; options?: object };
  return {
    options: { ...kindMessages.options } as Record<string, string>,
    labels: { ...fields, ...kindMessages.fields } as Record<string, string>,
    hints: { ...hints, ...kindMessages.hints } as Record<string, string>,
  };
}

/** Returns the labels of all fields and controls, such as "Title (Greek)" for `title_el`. */
export function getControlLabels(
  kind: KindName,
  content: EntryContent,
  messages: SiteDeskMessages,
): Record<string, string> {
  const { labels } = getFieldMessages(kind, messages);
  const blocks = (content['blocks'] ?? []) as Block[];
  const controlLabels = { ...labels };

  for (const { name } of listEntryTexts(kind, content)) {
    const blockLabel = getBlockLabel(name, blocks, messages);
    controlLabels[name] = blockLabel ?? getTextLabel(name, labels, messages);
  }

  for (const language of LANGUAGES) {
    const label = `${messages.hints.newCategory} (${messages.languages[language]})`;
    controlLabels[`new_category_${language}`] = label;
  }

  return controlLabels;
}

/** Returns the label of a control such as `block_2_title_en`; null for any other. */
function getBlockLabel(name: string, blocks: Block[], messages: SiteDeskMessages): string | null {
  const [, number, part, language] = /^block_(\d+)_(alt|title|text)_(en|el)$/.exec(name) ?? [];
  const block = blocks[Number(number) - 1];
  if (!block) return null;

  const texts = messages.blocks;
  const blockLabel = interpolate(texts.one, {
    number: Number(number),
    type: texts.types[block.type],
  });
  const partLabels = {
    alt: messages.picture.alt,
    title: texts.titles[block.type as 'quote'],
    text: '',
  };
  const label = [blockLabel, partLabels[part as 'alt']].filter(Boolean).join(', ');
  return `${label} (${messages.languages[language as Language]})`;
}

/** Returns the label of a control such as `summary_el`, `alt_3_en` (third picture) or `hours_1` (Monday). */
function getTextLabel(
  name: string,
  labels: Record<string, string>,
  messages: SiteDeskMessages,
): string {
  const { picture, languages, weekdays } = messages;
  const [, field = name, number, language] = /^(\w+?)(?:_(\d+))?(?:_(en|el))?$/.exec(name) ?? [];
  if (field === 'hours' && number) return weekdays[Number(number) - 1]!;

  const fieldLabel = labels[field] ?? picture[field as 'alt' | 'credit'];
  const label = number ? `${getPictureLabel(Number(number), messages)}, ${fieldLabel}` : fieldLabel;
  return language ? `${label} (${languages[language as Language]})` : label;
}

import { interpolate } from '#app/components/messages.ts';
import {
  getEntryTitle,
  kindFacts,
  listFields,
  type Block,
  type EntryContent,
  type KindName,
  type ShownPicture,
} from '#app/content/kinds.server.ts';
import { LANGUAGES, type Bilingual, type Language } from '#app/content/language.ts';
import { siteDesk, type SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { listSelectableCategories, type Entry } from '#app/domain/site/entries.server.ts';
import {
  getFormValues,
  getPublishingErrors,
  listControlNames,
  listEntryTexts,
  type EntryErrors,
} from '#app/domain/site/entry-form.server.ts';
import { getFieldType } from '#app/domain/site/fields/fields.server.ts';
import type { PictureRefusal } from '#app/domain/site/pictures.server.ts';
import type { Publication } from '#app/domain/site/publications.server.ts';
import type { ContentPart } from '#app/domain/site/stale-form.server.ts';
import type { EntryFormData, FormGroup } from './entry-fields.tsx';
import { getFileUrl, getThumbnailUrl } from './media-urls.ts';

/** Returns the title in this language, or else in another one, or else "Untitled". */
export function getDisplayTitle(
  { kind, content }: Entry,
  language: Language,
  messages: SiteDeskMessages,
): string {
  const title = getEntryTitle(kind, content);
  return title[language] || LANGUAGES.map((each) => title[each]).find(Boolean) || messages.untitled;
}

/** Returns the form of an entry with its values. Reads the selectable categories from the database. */
export async function buildEntryForm(
  kind: KindName,
  content: EntryContent,
  language: Language,
  target: Pick<EntryFormData, 'id' | 'version' | 'key' | 'base'>,
): Promise<EntryFormData> {
  const { labels, hints, options } = getFieldMessages(kind, siteDesk[language]);
  const limits = { mb: SITE.pictureMb, kb: SITE.markKb, width: SITE.pictureMinWidth };
  return {
    ...target,
    fields: listFields(kind).map((field) => ({
      ...field,
      label: labels[field.name]!,
      hint: interpolate(hints[field.name] ?? '', limits),
      choices: field.options?.map((value) => ({ value, label: options[value]! })),
    })),
    groups: listGroups(kind, content, siteDesk[language]),
    values: getFormValues(kind, content),
    pictures: (content['pictures'] ?? []) as ShownPicture[],
    blocks: (content['blocks'] ?? []) as Block[],
    categories: await listCategoryOptions(kind, content, language),
  };
}

function listGroups(
  kind: KindName,
  content: EntryContent,
  messages: SiteDeskMessages,
): FormGroup[] {
  const labels: Readonly<Record<string, string>> = messages.groups;
  const errors = getPublishingErrors(kind, content);
  return Object.entries(kindFacts[kind].groups ?? {}).map(([name, fieldNames]) => {
    const fields = listFields(kind).filter((field) => fieldNames.includes(field.name));
    const controls = fields.flatMap((field) => listControlNames(field, content));
    const errorsOfGroup = controls.flatMap((control) => errors[control] ?? []);
    const hasError = errorsOfGroup.some((error) => error !== 'missing');
    return {
      name,
      label: labels[name]!,
      controls,
      hasError,
      isIncomplete: errorsOfGroup.length > 0,
    };
  });
}

async function listCategoryOptions(kind: KindName, content: EntryContent, language: Language) {
  if (!listFields(kind).some(({ type }) => type === 'category')) return [];
  const categories = await listSelectableCategories(content['category']);
  return categories.map(({ slug, content: { title } }) => {
    return { value: slug!, label: title[language] };
  });
}

/** Returns the errors of the controls, by their names, as texts that name the field. */
export function getControlErrorTexts(
  kind: KindName,
  content: EntryContent,
  errors: EntryErrors,
  messages: SiteDeskMessages,
): Record<string, string> {
  const labels = getControlLabels(kind, content, messages);
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      return [name, interpolate(messages.errors[error!], { field: labels[name] ?? name })];
    }),
  );
}

export function getPictureRefusalText(
  { kind, name, purpose }: PictureRefusal,
  { picture }: SiteDeskMessages,
): string {
  const { pictureMb, markKb, pictureMinWidth: width, pictures: count } = SITE;
  const tallness = SITE.pictureMaxTallness;
  const size = purpose === 'mark' ? `${markKb} KB` : `${pictureMb} MB`;
  return interpolate(picture.refused[kind], { name, size, width, count, tallness });
}

/** Returns a line of the history: when it was published by whom, and which fields had changed. */
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
  const { first, noChanges, fields } = messages.changes;
  if (changedFields === null) return first;
  if (changedFields.length === 0) return noChanges;
  const { labels } = getFieldMessages(kind, messages);
  const fieldLabels = changedFields.map((name) => labels[name] ?? name);
  return interpolate(fields, { fields: fieldLabels.join(', ') });
}

export interface StoredValue {
  label: string;
  text: string;
  image?: string;
  file?: string;
}

export interface ShownConflict {
  /** The name of the part, such as "title_en" or "pictures". */
  name: string;
  label: string;
  values: StoredValue[];
}

/** Describes the stored values that differ from the typed ones, which the page shows below the form (PB-8). */
export function describeConflicts(
  { kind, content }: Entry,
  conflicts: readonly ContentPart[],
  language: Language,
): Promise<ShownConflict[]> {
  return Promise.all(
    conflicts.map(async (part) => ({
      name: part.name,
      label: getPartLabel(kind, part, language),
      values: await describePart(kind, content, part, language),
    })),
  );
}

/** Returns the label of a part, such as "Title (English)" or "Pictures". */
export function getPartLabel(
  kind: KindName,
  { field, language }: ContentPart,
  shownLanguage: Language,
): string {
  const messages = siteDesk[shownLanguage];
  const label = getFieldMessages(kind, messages).labels[field]!;
  return language ? `${label} (${messages.languages[language]})` : label;
}

async function describePart(
  kind: KindName,
  content: EntryContent,
  part: ContentPart,
  shownLanguage: Language,
): Promise<StoredValue[]> {
  const messages = siteDesk[shownLanguage];
  const label = getPartLabel(kind, part, shownLanguage);
  const { value } = part;
  const field = listFields(kind).find(({ name }) => name === part.field)!;
  const listTexts = () => {
    const labels = getControlLabels(kind, content, messages);
    const texts = getFieldType(field).listTexts(value, field);
    return texts.map(({ name, text }) => ({ label: labels[name]!, text }));
  };
  switch (field.type) {
    case 'pictures':
      return describePictures(value as ShownPicture[], label, messages);
    case 'blocks':
      return [...listTexts(), ...describeBlockPictures(value as Block[], messages)];
    case 'hours':
      return listTexts();
    case 'tick':
      return [{ label, text: value ? messages.ticked : messages.unticked }];
    case 'file':
    case 'drawing':
    case 'mark':
      return [describeFile(field.type, value as string | null, label)];
    case 'category': {
      const categories = await listCategoryOptions(kind, content, shownLanguage);
      const category = categories.find((option) => option.value === value);
      return [{ label, text: category?.label ?? String(value) }];
    }
    case 'choice': {
      const { options } = getFieldMessages(kind, messages);
      return [{ label, text: options[String(value)] ?? String(value) }];
    }
    default:
      return [{ label, text: String(value) }];
  }
}

function describePictures(pictures: ShownPicture[], label: string, messages: SiteDeskMessages) {
  if (pictures.length === 0) return [{ label, text: '' }];
  return pictures.map((picture, index) => ({
    label: getPictureLabel(index + 1, messages),
    text: describePicture(picture, messages),
    image: getThumbnailUrl(picture.name),
  }));
}

function getPictureLabel(number: number, { picture }: SiteDeskMessages): string {
  return number === 1 ? picture.main : interpolate(picture.one, { number });
}

function describePicture({ alt, credit, focus }: ShownPicture, messages: SiteDeskMessages): string {
  const lines = [
    ...listLanguages(messages.picture.alt, alt, messages),
    credit && `${messages.picture.credit}: ${credit}`,
    `${messages.picture.focus}: ${focus.join(', ')}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Returns the pictures only: the labels of the texts say in which order all blocks stand. */
const describeBlockPictures = (blocks: Block[], messages: SiteDeskMessages): StoredValue[] =>
  blocks.flatMap(({ type, picture }, index) => {
    if (!picture) return [];
    const number = index + 1;
    const label = interpolate(messages.blocks.one, { number, type: messages.blocks.types[type] });
    return [
      { label, text: describePicture(picture, messages), image: getThumbnailUrl(picture.name) },
    ];
  });

const listLanguages = (label: string, text: Bilingual<string>, { languages }: SiteDeskMessages) =>
  LANGUAGES.filter((language) => text[language] !== '').map(
    (language) => `${label} (${languages[language]}): ${text[language]}`,
  );

function describeFile(
  type: 'file' | 'drawing' | 'mark',
  name: string | null,
  label: string,
): StoredValue {
  if (name === null) return { label, text: '' };
  const src = getFileUrl(type, name);
  return { label, text: '', ...(type === 'file' ? { file: src } : { image: src }) };
}

function getFieldMessages(kind: KindName, { kinds, fields, hints }: SiteDeskMessages) {
  const kindMessages = kinds[kind] as { fields?: object; hints?: object; options?: object };
  return {
    options: { ...kindMessages.options } as Record<string, string>,
    labels: { ...fields, ...kindMessages.fields } as Record<string, string>,
    hints: { ...hints, ...kindMessages.hints } as Record<string, string>,
  };
}

function getControlLabels(
  kind: KindName,
  content: EntryContent,
  messages: SiteDeskMessages,
): Record<string, string> {
  const { labels } = getFieldMessages(kind, messages);
  const blocks = (content['blocks'] ?? []) as Block[];
  const texts = listEntryTexts(kind, content).map(({ name }) => {
    const blockLabel = getBlockLabel(name, blocks, messages);
    return [name, blockLabel ?? getTextLabel(name, labels, messages)] as const;
  });
  const newCategory = LANGUAGES.map((language) => {
    const label = `${messages.hints.newCategory} (${messages.languages[language]})`;
    return [`new_category_${language}`, label] as const;
  });
  return { ...labels, ...Object.fromEntries([...texts, ...newCategory]) };
}

/** Returns the label of a control such as `block_2_title_en`; null for any other. */
function getBlockLabel(name: string, blocks: Block[], messages: SiteDeskMessages): string | null {
  const [, number, part, language] = /^block_(\d+)_(alt|title|text)_(en|el)$/.exec(name) ?? [];
  const block = blocks[Number(number) - 1];
  if (!block) return null;
  const { one, types, titles } = messages.blocks;
  const partLabels = { alt: messages.picture.alt, title: titles[block.type as 'quote'], text: '' };
  const blockLabel = interpolate(one, { number: Number(number), type: types[block.type] });
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

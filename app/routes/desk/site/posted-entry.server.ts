import { interpolate } from '#app/components/texts.ts';
import {
  listFields,
  type Block,
  type EntryContent,
  type KindName,
  type ShownPicture,
} from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import { entryMessages } from '#app/content/texts/site-desk.server.ts';
import { siteFields } from '#app/content/texts/site-fields.server.ts';
import { parseEntryForm, type ParsedEntry } from '#app/domain/site/entry-form.server.ts';
import { hasDrawingRatioMismatch } from '#app/domain/site/entry-media.server.ts';
import { getFieldType } from '#app/domain/site/field-types.server.ts';
import type { MediaUploads, PictureRefusal } from '#app/domain/site/pictures.server.ts';
import type { FormTarget } from '#app/domain/site/save-entry.server.ts';
import { buildEntryForm, getPictureRefusalText } from '#app/routes/desk/site/shown-entry.server.ts';

export interface PostedEntry {
  kind: KindName;
  target: FormTarget;
  /** The value of the pressed button, such as "publish", or "later-2" for the second picture. */
  button: string;
  parsed: ParsedEntry;
  /** One line for each file that was not taken. */
  refusedFiles: string[];
  /** The id of the picture or part that was moved or added, such as "picture-2"; usually empty. */
  changedItem: string;
}

/**
 * Parses the form except its files, and applies a button that adds a block, or moves or removes a picture or block. What
 * is invalid is in `parsed.errors`.
 */
export function parsePostedEntry(kind: KindName, fields: FormData): PostedEntry {
  const button = String(fields.get('do') ?? 'save');
  const target = {
    kind,
    // Not that of the URL: the form of a deleted entry, which has none, is saved as a new entry.
    id: Number(fields.get('id')) || null,
    expectedVersion: Number(fields.get('version')),
    formKey: String(fields.get('form_key') ?? ''),
  };

  const parsed = parseEntryForm(kind, fields, button);
  return {
    kind,
    target,
    button,
    parsed,
    refusedFiles: [],
    changedItem: getChangedItem(button, parsed.content),
  };
}

const STEPS = { earlier: -1, later: 1, remove: 0 } as const;

/** Returns where the picture of a button such as "later-2", or the part of "later-block-2", is after its move. */
function getChangedItem(button: string, content: EntryContent): string {
  const blockCount = ((content['blocks'] ?? []) as Block[]).length;
  if (button.startsWith('add-')) return `block-${blockCount}`;
  if (button.startsWith('first-')) return 'picture-1';

  const [, step, block, number] = /^(earlier|later|remove)-(block-)?(\d{1,2})$/.exec(button) ?? [];
  if (step === undefined) return '';

  // After the last one was removed, the one before it.
  const lastPosition = block ? blockCount : countPictures(content);
  const position = Math.min(Number(number) + STEPS[step as keyof typeof STEPS], lastPosition);
  return `${block ?? 'picture-'}${position}`;
}

/**
 * Returns the entry with the stored files in its content, and with a line for each refused file. Refuses pictures for
 * which their list has no room, and a drawing whose proportions differ from those of its picture. `changedItem` becomes
 * the first added picture.
 */
export async function addUploads(
  posted: PostedEntry,
  { pictures, otherMedia, refused }: MediaUploads,
  language: Language,
): Promise<PostedEntry> {
  const { content: typedContent } = posted.parsed;
  const withPictures = addPicturesToFields(posted.kind, typedContent, pictures);
  const content = { ...withPictures.content };
  const refusedFiles = [...refused, ...withPictures.surplus].map((refusal) =>
    getPictureRefusalText(refusal, language),
  );

  const { file, mark, drawing } = otherMedia;
  if (file && 'file' in content) content['file'] = file.name;
  if (mark && 'mark' in content) content['mark'] = mark.name;

  if (drawing) {
    const hasMismatch = await hasDrawingRatioMismatch({ ...content, drawing: drawing.name });
    const field = siteFields[language].fields.drawing;
    const mismatchText = interpolate(entryMessages[language].errors.measures, { field });
    if (hasMismatch) refusedFiles.push(mismatchText);
    else content['drawing'] = drawing.name;
  }

  const typedCount = countPictures(typedContent);
  const isAdded = countPictures(content) > typedCount;

  return {
    ...posted,
    parsed: { ...posted.parsed, content },
    refusedFiles,
    changedItem: isAdded ? `picture-${typedCount + 1}` : posted.changedItem,
  };
}

/** Returns the content with the pictures, and a refusal for each for which its list has no room. */
function addPicturesToFields(
  kind: KindName,
  content: EntryContent,
  pictures: MediaUploads['pictures'],
): { content: EntryContent; surplus: PictureRefusal[] } {
  const newContent = { ...content };
  const surplus: PictureRefusal[] = [];

  for (const field of listFields(kind)) {
    const newPictures = pictures.filter((picture) => picture.field === field.name);
    const names = newPictures.map(({ name }) => name);
    const fieldType = getFieldType(field);
    if (!fieldType.addPictures || names.length === 0) continue;

    const value = fieldType.addPictures(content[field.name]!, names, field.max);
    newContent[field.name] = value;

    // In a list of one picture, a new one replaces it.
    const isReplaced = field.max === 1;
    const addedNames = fieldType.listMedia?.(value).map(({ name }) => name) ?? [];
    const refusalKind = field.type === 'blocks' ? 'tooManyParts' : 'tooMany';
    for (const { name, sentName } of newPictures) {
      if (isReplaced || addedNames.includes(name)) continue;
      surplus.push({ kind: refusalKind, name: sentName, purpose: 'pictures' });
    }
  }
  return { content: newContent, surplus };
}

const countPictures = (content: EntryContent) =>
  ((content['pictures'] ?? []) as ShownPicture[]).length;

/** Returns the form with the typed values, including those of a new category, its intent, and the refused files. */
export async function buildTypedForm(
  { kind, target, parsed, refusedFiles }: PostedEntry,
  language: Language,
) {
  const { id, expectedVersion: version, formKey: key } = target;
  const form = await buildEntryForm(kind, parsed.content, language, { id, version, key });

  const values = { ...form.values };
  for (const [titleLanguage, title] of Object.entries(parsed.newCategory ?? {}))
    values[`new_category_${titleLanguage}`] = title;

  return { form: { ...form, values }, refusedFiles, values: { intent: 'site' } };
}

import { interpolate } from '#app/components/messages.ts';
import { listFields, type KindName, type ShownPicture } from '#app/content/kinds.server.ts';
import type { Language } from '#app/content/language.ts';
import type { SiteDeskMessages } from '#app/content/messages/site-desk.server.ts';
import type { FormTarget } from '#app/domain/site/entries.server.ts';
import { readEntryForm, type ParsedEntry } from '#app/domain/site/entry-form.server.ts';
import { hasMainPictureRatio } from '#app/domain/site/entry-media.server.ts';
import { getFieldType } from '#app/domain/site/fields/fields.server.ts';
import type { TakenPictures } from '#app/domain/site/pictures.server.ts';
import { getRefusalText, toFormData } from '#app/routes/desk/site/shown-entry.server.ts';

export interface PostedEntry {
  kind: KindName;
  target: FormTarget;
  /** The value of the pressed button. */
  button: string;
  parsed: ParsedEntry;
  /** One line for each file that was not taken. */
  refusedFiles: string[];
  /** The number of the picture that was moved or added. */
  pictureNumber: number | null;
}

export function parsePostedEntry(
  kind: KindName,
  id: string | undefined,
  fields: FormData,
): PostedEntry {
  const button = String(fields.get('do') ?? 'save');
  const target = {
    kind,
    id: Number(fields.get('id')) || Number(id) || null,
    expectedVersion: Number(fields.get('version')),
    formKey: String(fields.get('form_key') ?? ''),
  };
  return {
    kind,
    target,
    button,
    parsed: readEntryForm(kind, fields),
    refusedFiles: [],
    pictureNumber: getMovedPicture(button),
  };
}

const STEPS = { earlier: -1, later: 1, remove: 0 } as const;

function getMovedPicture(button: string): number | null {
  const [, step, number] = /^(earlier|later|remove)-(\d{1,2})$/.exec(button) ?? [];
  return step === undefined ? null : Number(number) + STEPS[step as keyof typeof STEPS];
}

/** Adds the uploaded pictures and files to the content, and a line for each refused one. */
export async function addUploads(
  posted: PostedEntry,
  takenPictures: TakenPictures,
  messages: SiteDeskMessages,
): Promise<PostedEntry> {
  const { content } = posted.parsed;
  const refusedFiles = takenPictures.refused.map((refusal) => getRefusalText(refusal, messages));
  for (const field of ['file', 'mark'] as const) {
    if (field in content) content[field] = takenPictures.otherMedia[field]?.name ?? content[field]!;
  }
  const countPictures = () => ((content['pictures'] ?? []) as ShownPicture[]).length;
  const countBefore = countPictures();
  for (const field of listFields(posted.kind)) {
    const names = takenPictures.pictures
      .filter((one) => one.field === field.name)
      .map(({ name }) => name);
    const { addPictures } = getFieldType(field);
    if (!addPictures || names.length === 0) continue;
    content[field.name] = addPictures(content[field.name]!, names, field.max);
  }
  if (takenPictures.otherMedia.drawing) {
    const drawing = takenPictures.otherMedia.drawing.name;
    if (await hasMainPictureRatio({ ...content, drawing })) content['drawing'] = drawing;
    else
      refusedFiles.push(interpolate(messages.faults.measures, { field: messages.fields.drawing }));
  }
  const isAdded = countPictures() > countBefore;
  return {
    ...posted,
    refusedFiles,
    pictureNumber: isAdded ? countBefore + 1 : posted.pictureNumber,
  };
}

/** Returns the typed values, for a response that shows the form again. */
export async function toTypedForm(
  { kind, target, parsed, refusedFiles }: PostedEntry,
  language: Language,
) {
  const { id, expectedVersion: version, formKey: key } = target;
  const form = await toFormData(kind, parsed.content, language, { id, version, key });
  const newCategory = Object.entries(parsed.newCategory ?? {});
  const values = newCategory.map(([each, text]) => [`new_category_${each}`, text]);
  return {
    form: { ...form, values: { ...form.values, ...Object.fromEntries(values) } },
    refusedPictures: refusedFiles,
  };
}

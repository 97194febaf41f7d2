import { isKind, KINDS, kinds } from '#app/content/kinds.server.ts';
import { readSampleContent, SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import {
  incrementRevision,
  listSeededKinds,
  markKindsSeeded,
  markSampleEntries,
  rewriteContent,
} from '#db/site-content.ts';
import { saveMedia } from './pictures.server.ts';
import oldNames from './sample-names.json' with { type: 'json' };

/** Imports the sample content into a new data folder, once for each kind (PB-1). */
export async function importSampleContent(): Promise<void> {
  const seededKinds = await listSeededKinds(database());
  const missingKinds = KINDS.filter((kind) => !seededKinds.includes(kind));
  if (missingKinds.length < KINDS.length && !seededKinds.includes(UPGRADED)) await upgradeSample();
  if (missingKinds.length === 0) return;
  const { importContent } = await loadContentFiles();
  await importContent(SAMPLE_FOLDER, missingKinds);
  await inTransaction((tx) => markKindsSeeded(tx, [UPGRADED]));
}

// Most starts do not need it, nor the picture library that it imports.
const loadContentFiles = () => import('./content-files.server.ts');

// A row beside the kinds in `site_filled`: the entries name no files of an older version.
const UPGRADED = 'sample-media';

/**
 * Stores the media of the sample for entries of an older version, which named files of the program
 * instead of stored ones, and marks the entries that are unchanged.
 */
async function upgradeSample(): Promise<void> {
  const { storeMediaFiles } = await loadContentFiles();
  const mediaRows = await storeMediaFiles(SAMPLE_FOLDER);
  await inTransaction(async (tx) => {
    const changedCount = await rewriteContent(tx, replaceOldNames);
    // Files without a row are deleted after a day.
    if (changedCount > 0) for (const row of mediaRows) await saveMedia(tx, row);
    await markUnchangedEntries(tx);
    await markKindsSeeded(tx, [UPGRADED]);
    await incrementRevision(tx);
  });
}

type Names = Readonly<Record<string, string>>;
const { pictures, drawings, files, marks }: Record<keyof typeof oldNames, Names> = oldNames;
const NAMES_BY_FIELD: Readonly<Record<string, Names>> = {
  name: pictures,
  file: files,
  mark: marks,
};

/** Returns the content (JSON) with the names of stored files. A drawing belonged to its picture. */
function replaceOldNames(text: string): string {
  const { pictures: [main] = [], drawing } = JSON.parse(text) as {
    pictures?: { name: string }[];
    drawing?: string | null;
  };
  const content = JSON.parse(text, (field, value: unknown) =>
    typeof value === 'string' ? (NAMES_BY_FIELD[field]?.[value] ?? value) : value,
  ) as object;
  const mainDrawing = drawing === null && main ? drawings[main.name] : undefined;
  return JSON.stringify({ ...content, ...(mainDrawing && { drawing: mainDrawing }) });
}

async function markUnchangedEntries(tx: Db): Promise<void> {
  const sample = readSampleContent();
  const sampleTexts = new Set(
    KINDS.flatMap((kind) =>
      sample[kind].map(({ content }) => `${kind} ${JSON.stringify(content)}`),
    ),
  );
  await markSampleEntries(tx, ({ kind, published }) => {
    if (!isKind(kind) || published === null) return false;
    const { data } = kinds[kind].safeParse(JSON.parse(published));
    return data !== undefined && sampleTexts.has(`${kind} ${JSON.stringify(data)}`);
  });
}

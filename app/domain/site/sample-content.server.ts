import { isKind, KINDS, kinds } from '#app/content/kinds.server.ts';
import { readSampleContent, SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import {
  incrementContentRevision,
  listEntriesOutsideBin,
  listSeededKinds,
  markKindsSeeded,
  markSampleEntries,
  rewriteContentAndHistory,
} from '#db/site-content.ts';
import { insertOrMergeMedia } from './pictures.server.ts';
import oldNames from './sample-names.json' with { type: 'json' };

// A row beside the kinds in `site_filled`: all entries name stored media, as those of older versions do not.
const STORED_MEDIA_MARK = 'sample-media';

/**
 * Imports the sample entries of each kind once (PB-1): of all kinds into a new database, and of a new kind after
 * an upgrade if the company is still the sample. Before that, upgrades the sample entries of an older version.
 */
export async function importOrUpgradeSampleContent(): Promise<void> {
  const seededKinds = await listSeededKinds(getDatabase());
  const missingKinds = KINDS.filter((kind) => !seededKinds.includes(kind));
  const isNewDatabase = missingKinds.length === KINDS.length;
  if (!isNewDatabase && !seededKinds.includes(STORED_MEDIA_MARK)) await upgradeSample();
  if (missingKinds.length === 0) return;
  // A real company must not publish invented entries. Where the database has no company yet, it was the sample.
  if (missingKinds.includes('company') || (await isSampleCompany())) {
    const { importContent } = await loadContentFiles();
    await importContent(SAMPLE_FOLDER, missingKinds);
  }
  await inTransaction((tx) => markKindsSeeded(tx, [...missingKinds, STORED_MEDIA_MARK]));
}

async function isSampleCompany(): Promise<boolean> {
  const [company] = await listEntriesOutsideBin(getDatabase(), 'company');
  return kinds.company.safeParse(JSON.parse(company?.published ?? '{}')).data?.sample === true;
}

// Most starts do not need it, nor the picture library that it imports.
const loadContentFiles = () => import('./content-files.server.ts');

/**
 * Stores the media of the sample for entries of an older version, which named files of the program
 * instead of stored ones, and marks the entries that are unchanged.
 */
async function upgradeSample(): Promise<void> {
  const { copyMediaFiles } = await loadContentFiles();
  const mediaRows = await copyMediaFiles(SAMPLE_FOLDER);
  await inTransaction(async (tx) => {
    const changedCount = await rewriteContentAndHistory(tx, replaceOldNames);
    // Files without a row are deleted after a day.
    if (changedCount > 0) for (const row of mediaRows) await insertOrMergeMedia(tx, row);
    await markUnchangedEntries(tx);
    await markKindsSeeded(tx, [STORED_MEDIA_MARK]);
    await incrementContentRevision(tx);
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

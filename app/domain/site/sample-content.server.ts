import { KINDS, kinds } from '#app/content/kinds.server.ts';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { listEntriesOutsideBin, listSeededKinds, markKindsSeeded } from '#db/site-content.ts';

/**
 * Imports the sample entries of each kind once (PB-1): of all kinds into a new database, and of a new kind after an
 * upgrade if the company is still the sample. Does not refresh the published content.
 */
export async function importMissingSampleContent(): Promise<void> {
  const seededKinds = await listSeededKinds(getDatabase());
  const missingKinds = KINDS.filter((kind) => !seededKinds.includes(kind));
  if (missingKinds.length === 0) return;

  // A real company must not publish invented entries.
  const isNewDatabase = missingKinds.includes('company');
  if (isNewDatabase || (await isSampleCompany())) {
    // Most starts do not need this module, nor the picture library that it imports.
    const { importContent } = await import('./content-files.server.ts');
    await importContent(SAMPLE_FOLDER, missingKinds);
  }
  await inTransaction((tx) => markKindsSeeded(tx, missingKinds));
}

async function isSampleCompany(): Promise<boolean> {
  const [company] = await listEntriesOutsideBin(getDatabase(), 'company');
  return kinds.company.safeParse(JSON.parse(company?.published ?? '{}')).data?.sample === true;
}

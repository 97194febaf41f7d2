import { getCompanyFacts } from '#app/content/company.server.ts';
import { kindFacts, KINDS, type ContentOf } from '#app/content/kinds.server.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { memoizeByContent } from '#app/content/site-content.server.ts';
import { listActiveAdmins } from '#db/accounts.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { listTemplates } from '#db/replies.ts';
import { findRow, insertRowIfNew } from '#db/rows.ts';

type Company = ContentOf<'company'>;

const COMPANY_FIELDS = [
  'title',
  'brand',
  'tagline',
  'intro',
  'factoryStreet',
  'officesStreet',
  'social',
] as const;

/**
 * Returns the steps of the people who fill the site; mail and backup are the operator's, and `doctor` names them.
 * Returns [] once all steps have been done, even if a step is undone later (VP-4), and stores the milestone 'own' the
 * first time.
 */
export async function updateAndListSetupSteps(): Promise<{ name: string; isDone: boolean }[]> {
  const db = getDatabase();
  if (await findRow(db, 'milestones', { name: 'own' })) return [];

  const admins = await listActiveAdmins(db);
  const templates = await listTemplates(db);
  const isDoneByName = {
    ...getContentSteps(),
    templates: isFreeOfSampleNames(JSON.stringify(templates)),
    admin: admins.length > 1,
    sample: !getCompanyFacts().sample,
  };

  const steps = Object.entries(isDoneByName).map(([name, isDone]) => ({ name, isDone }));
  if (steps.some(({ isDone }) => !isDone)) return steps;

  const milestone = { name: 'own', reached_at: new Date().toISOString() } as const;
  await inTransaction((tx) => insertRowIfNew(tx, 'milestones', milestone));
  return [];
}

const getContentSteps = memoizeByContent((content): Record<string, boolean> => {
  const sample = readSampleContent().company[0]!.content;
  const company = content.company[0]?.content ?? sample;
  const steps: Record<string, boolean> = {
    company: isDifferent(company, sample, COMPANY_FIELDS),
    phone: isDifferent(company, sample, ['phone', 'email']),
    // A real company may have the same hours as the sample.
    hours: !company.sample || JSON.stringify(company.hours) !== JSON.stringify(sample.hours),
    legal: isDifferent(company, sample, ['legalName', 'gemi', 'vat']),
  };

  for (const kind of KINDS) {
    const { setup } = kindFacts[kind];
    if (!setup) continue;
    const hasEnough = setup === 'optional' || content[kind].length > 0;
    steps[kind] = hasEnough && content[kind].every((entry) => !entry.isSample);
  }
  return steps;
});

/** Returns whether each of these fields differs from the sample, in both languages where it has two. */
function isDifferent(
  company: Company,
  sample: Company,
  fields: readonly (keyof Company)[],
): boolean {
  return fields.every((field) => {
    const [value, sampleValue] = [company[field], sample[field]];
    if (typeof value !== 'object') return value !== sampleValue;
    const sampleParts = Object.values(sampleValue as object);
    return Object.values(value as object).every((part, index) => part !== sampleParts[index]);
  });
}

/** Returns false while the company has the sample's brand, or if the text has a brand or region of the sample alone. */
function isFreeOfSampleNames(text: string): boolean {
  const { brand, where: sampleRegion } = readSampleContent().company[0]!.content;
  const company = getCompanyFacts();
  if (company.brand === brand) return false;
  const companyNames = [company.brand, ...Object.values(company.where)];
  const sampleNames = [brand, ...Object.values(sampleRegion)];
  return sampleNames.every((name) => companyNames.includes(name) || !text.includes(name));
}

import { companyFacts } from '#app/content/company.server.ts';
import { type KindName, type SiteContent, KINDS, kinds } from '#app/content/kinds.server.ts';
import { sampleContent } from '#app/content/sample.server.ts';
import { fromContent } from '#app/content/site-content.server.ts';
import { config } from '#app/config.server.ts';
import { countActiveAdmins } from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { reachMilestone, reachedMilestones } from '#db/milestones.ts';
import { listTemplates } from '#db/replies.ts';

// Of each of these a company has its own, and none of the sample's.
const OWN: readonly string[] = ['projects', 'insights', 'documents'];
const NOT_THE_SAMPLES: readonly string[] = ['certificates', 'clients'];

const written = (content: Pick<SiteContent, KindName>, kind: KindName) =>
  content[kind].map((entry) => JSON.stringify(kinds[kind].parse(entry.content)));

let sampled: SiteContent | undefined;

const invented = () => (sampled ??= sampleContent());

const contentSteps = fromContent((content): Record<string, boolean> => {
  const sample = invented();
  const isOwn = (kind: KindName) => {
    const samples = new Set(written(sample, kind));
    const here = written(content, kind);
    const isEnough = here.length > 0 || NOT_THE_SAMPLES.includes(kind);
    return isEnough && !here.some((entry) => samples.has(entry));
  };
  const own = (content.company[0] ?? sample.company[0])!.content;
  const differs = (...names: (keyof typeof own)[]) =>
    names.every((name) => isOther(own[name], sample.company[0]!.content[name]));
  const ownKinds = KINDS.filter((kind) => [...OWN, ...NOT_THE_SAMPLES].includes(kind));
  return {
    company: differs(
      'title',
      'brand',
      'tagline',
      'intro',
      'factoryStreet',
      'officesStreet',
      'social',
    ),
    phone: differs('phone', 'email'),
    // The sample's may happen to be right.
    hours:
      !own.sample || JSON.stringify(own.hours) !== JSON.stringify(sample.company[0]!.content.hours),
    legal: differs('legalName', 'gemi', 'vat'),
    ...Object.fromEntries(ownKinds.map((kind) => [kind, isOwn(kind)])),
  };
});

function isOther(own: unknown, sample: unknown): boolean {
  if (typeof own !== 'object') return own !== sample;
  const [parts, samples] = [own, sample].map((value) => Object.values(value as object));
  return parts!.every((part, index) => part !== samples![index]);
}

export interface FirstStep {
  name: string;
  isDone: boolean;
}

// As it stands in the database once it is so: nothing that changes later makes it the first again.
let isOver = false;

export async function firstHour(): Promise<FirstStep[]> {
  if (isOver) return [];
  const db = database();
  const [reached, admins, templates] = await Promise.all([
    reachedMilestones(db),
    countActiveAdmins(db),
    listTemplates(db),
  ]);
  isOver = reached.has('own');
  if (isOver) return [];
  const { brand, where } = invented().company[0]!.content;
  const own = companyFacts();
  const isNotOurs = (text: string) =>
    text !== own.brand && !Object.values(own.where).includes(text);
  const names = [brand, ...Object.values(where)].filter(isNotOurs);
  const texts = JSON.stringify(templates);
  const steps = {
    ...contentSteps(),
    templates: own.brand !== brand && !names.some((name) => texts.includes(name)),
    mail: config().smtpUrl !== undefined && reached.has('mail'),
    admin: admins > 1,
    backup: reached.has('backup'),
    sample: !own.sample,
  };
  const all = Object.entries(steps).map(([name, isDone]) => ({ name, isDone }));
  if (all.some(({ isDone }) => !isDone)) return all;
  await inTransaction((tx) => reachMilestone(tx, 'own'));
  return [];
}

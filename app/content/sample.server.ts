import { resolve } from 'node:path';
import { readContentFolder } from './content-folder.server.ts';
import { KINDS, type EntryContent, type Published, type SiteContent } from './kinds.server.ts';

/** An export of the sample content, with which the first start fills a new data folder (PB-1). */
export const SAMPLE_FOLDER = resolve(import.meta.dirname, 'sample');

let sample: SiteContent | undefined;

/** Returns the sample for programs that show content before there is a database. Throws if it is invalid. */
export const readSampleContent = (): SiteContent => (sample ??= parseSample());

function parseSample(): SiteContent {
  const { entries, media, problems } = readContentFolder(SAMPLE_FOLDER);
  if (problems.length > 0) throw new Error(problems.join('\n'));

  const published = entries.map(({ kind, value }) => {
    const { address, formerAddresses, publishedAt, uid, published: content } = value;
    const dateModified = publishedAt!.slice(0, 10);
    const entry: Published<EntryContent> = {
      id: null,
      slug: address!,
      formerSlugs: formerAddresses,
      dateModified,
      modifiedAt: publishedAt!,
      uid,
      isSample: true,
      content: content!,
    };
    return { kind, entry };
  });

  const byKind = KINDS.map((kind) => [
    kind,
    published.filter((each) => each.kind === kind).map(({ entry }) => entry),
  ]);

  const pictures = Object.entries(media).filter(([, { width }]) => width > 0);
  return { ...Object.fromEntries(byKind), pictures: new Map(pictures) } as SiteContent;
}

import { kinds, parseContent, type KindName, type SiteContent } from '#app/content/kinds.server.ts';
import { readSampleContent } from '#app/content/sample.server.ts';

let sample: SiteContent | undefined;

export const getSampleContent = () => (sample ??= readSampleContent());

const textsByKind = new Map<KindName, ReadonlySet<string>>();

/** Whether the content (JSON) equals that of an entry of the sample. */
export function isSampleText(kind: KindName, text: string): boolean {
  let texts = textsByKind.get(kind);
  if (!texts) {
    const entries = getSampleContent()[kind];
    texts = new Set(entries.map(({ content }) => JSON.stringify(kinds[kind].parse(content))));
    textsByKind.set(kind, texts);
  }
  return texts.has(JSON.stringify(parseContent(kind, text)));
}

/**
 * Reads all content once, so that a build stops at a bad entry: one line says which file, where
 * inside it, and why. With the word `whole` it goes on to what does not change while a site runs:
 * each kind of file that the content speaks of is looked at, and has its line.
 */
import './command-line/closed-pipe.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { forEachLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { ContentError } from '#app/content/read-content.server.ts';

const sources = ['catalogue/pictures'];

try {
  for (const source of sources) await import(`#app/content/${source}.server.ts`);
  await checkSample();
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
if (process.argv.includes('whole')) await lookAtAll();

async function checkSample(): Promise<void> {
  const sample = (await import('#app/content/sample.server.ts')).readSampleContent();
  const { listPictureNames } = await import('#app/content/catalogue/pictures.server.ts');
  const { KINDS } = await import('#app/content/kinds.server.ts');
  const { getPublishingErrors, dropMissingPictures } =
    await import('#app/domain/site/entry-form.server.ts');
  const { siteDesk } = await import('#app/content/messages/site-desk.server.ts');
  for (const kind of KINDS) {
    for (const { slug, content } of sample[kind]) {
      const refuse = (place: string, why: string) => {
        throw new ContentError(`app/content/${kind}/${slug}.json: ${place}: ${why}`);
      };
      dropMissingPictures(kind, content, (name, place) => {
        return listPictureNames().includes(name) || refuse(`content.${place}`, 'names no picture');
      });
      for (const [name, fault] of Object.entries(getPublishingErrors(kind, content)))
        refuse(name, siteDesk.en.faults[fault!].replace('{field}', name));
    }
  }
}

type Tell = (what: string, why: string) => void;

async function lookAtAll(): Promise<void> {
  const kinds = { pictures, documents, 'word-marks': wordMarks, previews, messages };
  for (const [kind, look] of Object.entries(kinds)) {
    const faults: string[] = [];
    const count = await look((what, why) => faults.push(`${what}: ${why}`));
    console.log(`${faults.length === 0 ? 'ok' : 'WRONG'}: ${kind} (${count})`);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  }
}

async function measure(tell: Tell, file: string, expected: Record<string, unknown>): Promise<void> {
  const found: object = await sharp(file)
    .metadata()
    .catch(() => ({}));
  const wrong = Object.entries(expected).filter(
    ([name, value]) => found[name as keyof typeof found] !== value,
  );
  if (wrong.length > 0) tell(file, `is not of ${JSON.stringify(Object.fromEntries(wrong))}`);
}

async function pictures(tell: Tell): Promise<number> {
  const { getPicture, listPictureNames } =
    await import('#app/content/catalogue/pictures.server.ts');
  const folder = 'app/content/pictures';
  const originals = readdirSync(folder).filter((file) => file.endsWith('.jpg'));
  for (const file of originals)
    if (!listPictureNames().includes(file.slice(0, -4))) tell(`${folder}/${file}`, 'is not listed');
  for (const { name, width, height, widths, drawing } of listPictureNames().map((name) =>
    getPicture(name, 'en'),
  )) {
    if (LANGUAGES.some((language) => getPicture(name, language).alt === ''))
      tell(name, 'has no text');
    if (Math.max(...widths) > width) tell(name, 'is offered wider than it is');
    const scaled = (step: number) => ({ width: step, height: Math.round((step / width) * height) });
    await measure(tell, `${folder}/${name}.jpg`, { width, height });
    for (const step of widths) {
      const avif = { format: 'heif', compression: 'av1', ...scaled(step) };
      await measure(tell, `public/pictures/${name}-${step}.avif`, avif);
    }
    await measure(tell, `public/pictures/${name}-960.jpg`, { format: 'jpeg', width: 960 });
    for (const step of drawing ? [720, 1440] : []) {
      const png = { format: 'png', hasAlpha: true, ...scaled(step) };
      await measure(tell, `public/drawings/${name}-${step}.png`, png);
    }
  }
  return listPictureNames().length;
}

async function documents(tell: Tell): Promise<number> {
  const { readSampleContent, getSampleFile } = await import('#app/content/sample.server.ts');
  const { getEntryTitle } = await import('#app/content/kinds.server.ts');
  const { documents: listed, certificates } = readSampleContent();
  const titles = listed.map(({ content }) => [
    content.file,
    getEntryTitle('documents', content).el,
  ]);
  const all = [...titles, ...certificates.map(({ content }) => [content.file, ''])];
  const files = all.filter(([file]) => file);
  for (const [file, title] of files) {
    const pdf = readFileSync(getSampleFile(file!, 'pdf'));
    const isWhole = pdf.subarray(-7).toString().trim().endsWith('%%EOF');
    if (!isWhole || !pdf.toString('latin1', 0, 5).startsWith('%PDF-'))
      tell(`${file}.pdf`, 'is no PDF');
    // A PDF keeps its title uncompressed, in UTF-16 with the high byte first.
    if (!pdf.includes(Buffer.from(title!, 'utf16le').swap16())) {
      tell(`${file}.pdf`, `is not titled ${title}`);
    }
  }
  return files.length;
}

async function wordMarks(tell: Tell): Promise<number> {
  const { readSampleContent, getSampleFile } = await import('#app/content/sample.server.ts');
  const { clients } = readSampleContent();
  for (const { content } of clients) {
    const { mark, title } = content;
    const svg = readFileSync(getSampleFile(mark!, 'svg'), 'utf8');
    if (!svg.includes(`<title>${title.en}</title>`)) tell(mark!, `is not titled ${title.en}`);
    if (!svg.includes('viewBox="0 0 240 80"')) tell(mark!, 'has another size');
    if (/<(script|image|text|style)|href/.test(svg)) tell(mark!, 'is no plain drawing');
  }
  return clients.length;
}

async function previews(tell: Tell): Promise<number> {
  const { listPublicPages } = await import('#app/content/pages.server.ts');
  const cards = new Set(listPublicPages().map(({ card }) => card.src));
  if (cards.size !== listPublicPages().length) tell('previews', 'are shared by pages');
  for (const src of cards) {
    await measure(tell, `public${src}`, { format: 'jpeg', width: 1200, height: 630 });
    if (statSync(`public${src}`).size > 90_000) tell(src, 'is larger than 90 KB');
  }
  return cards.size;
}

async function messages(tell: Tell): Promise<number> {
  const files = readdirSync('app/content/messages');
  let count = 0;
  for (const file of files) {
    const module = (await import(`#app/content/messages/${file}`)) as object;
    for (const [name, messages] of Object.entries(module)) {
      if (typeof messages !== 'object' || messages === null) continue;
      if (!LANGUAGES.every((language) => Object.hasOwn(messages, language))) continue;
      count += 1;
      const texts = inFull(name, messages);
      for (const language of LANGUAGES) {
        const differ = (what: (value: unknown) => unknown) =>
          JSON.stringify(what(texts[language])) !== JSON.stringify(what(texts[LANGUAGES[0]]));
        if (differ(shapeOf)) tell(`${file}: ${name}`, `has other parts in '${language}'`);
        if (differ(placesIn)) tell(`${file}: ${name}`, `has other {places} in '${language}'`);
      }
      for (const text of textsOf(texts.el))
        if (/["'“”]/.test(text)) tell(`${file}: ${name}`, `English quotation marks: ${text}`);
    }
  }
  if (count < 20) tell('app/content', 'its words were not found');
  return count;
}

/** The privacy text is made for an installation: read as one that uses everything. */
function inFull(name: string, messages: object): Bilingual<unknown> {
  const texts = messages as Bilingual<(given: object) => unknown>;
  const given = { retentionMonths: 24, turnstile: true, receiptMail: true };
  return name === 'privacyText' ? forEachLanguage((language) => texts[language](given)) : texts;
}

function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  const parts = Object.entries(value).map(([key, entry]) => [key, shapeOf(entry)]);
  return Object.fromEntries(parts.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, entry]) => textsOf(entry));
}

function placesIn(value: unknown): string[][] {
  return textsOf(value).map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted());
}

/**
 * Checks the sample content, so that a build stops at an invalid file. With the word `whole` it also checks
 * the files of the design's pictures and the messages.
 */
import './command-line/closed-pipe.ts';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { DESIGN_PICTURES, getDesignPicture } from '#app/content/catalogue/pictures.server.ts';
import { forEachLanguage, LANGUAGES, type Bilingual } from '#app/content/language.ts';
import { SAMPLE_FOLDER } from '#app/content/sample.server.ts';
import { checkContentFolder } from '#app/domain/site/content-files.server.ts';

// With these settings of the installation the privacy text has all its parts.
const SETTINGS = { retentionMonths: 24, turnstile: true, receiptMail: true };

const isWhole = process.argv.includes('whole');
// Each adds the problems to a list, and returns how many things it has checked.
const wholeChecks = { sample: checkSample, pictures: checkPictures, messages: checkMessages };
const checks = isWhole ? wholeChecks : { sample: checkSample };
for (const [name, check] of Object.entries(checks)) {
  const problems: string[] = [];
  const count = await check(problems);
  if (isWhole) console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}: ${name} (${count})`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

async function checkSample(problems: string[]): Promise<number> {
  const content = await checkContentFolder(SAMPLE_FOLDER);
  problems.push(...content.problems);
  return content.entries.length;
}

async function checkPictures(problems: string[]): Promise<number> {
  for (const name of DESIGN_PICTURES) {
    const { width, height, widths, drawing } = getDesignPicture(name, 'en');
    const scale = (step: number) => ({ width: step, height: Math.round((step / width) * height) });
    for (const step of widths) {
      const avif = { format: 'heif', compression: 'av1', ...scale(step) };
      await checkPicture(`public/pictures/${name}-${step}.avif`, avif, problems);
    }

    await checkPicture(`public/pictures/${name}-960.jpg`, { format: 'jpeg', width: 960 }, problems);

    for (const step of drawing ? [720, 1440] : []) {
      const png = { format: 'png', hasAlpha: true, ...scale(step) };
      await checkPicture(`public${drawing}-${step}.png`, png, problems);
    }
  }
  return DESIGN_PICTURES.length;
}

async function checkPicture(
  file: string,
  expected: Record<string, unknown>,
  problems: string[],
): Promise<void> {
  const metadata: object = await sharp(file)
    .metadata()
    .catch(() => ({}));
  const differences = Object.entries(expected).filter(
    ([name, value]) => metadata[name as keyof typeof metadata] !== value,
  );
  if (differences.length > 0)
    problems.push(`${file}: does not match ${JSON.stringify(Object.fromEntries(differences))}`);
}

async function checkMessages(problems: string[]): Promise<number> {
  let count = 0;
  for (const file of readdirSync('app/content/messages')) {
    const module = (await import(`#app/content/messages/${file}`)) as object;
    for (const [name, value] of Object.entries(module)) {
      const texts = getTexts(name, value);
      if (!texts) continue;
      count += 1;
      problems.push(...listMessageProblems(texts, `${file}: ${name}`));
    }
  }

  if (count < 20) problems.push('app/content/messages: only a few messages were found');
  return count;
}

function isBilingual(value: unknown): value is Bilingual<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return LANGUAGES.every((language) => Object.hasOwn(value, language));
}

/** A constant, or a getter with the language as its only parameter. */
function getTexts(name: string, value: unknown): Bilingual<unknown> | null {
  if (isBilingual(value)) return value;
  if (typeof value !== 'function' || !/^get[A-Z]/.test(name)) return null;
  const isOfSettings = name === 'getPrivacyText';
  if (value.length !== 1 && !isOfSettings) return null;
  return forEachLanguage((language) => value(language, SETTINGS) as unknown);
}

function* listMessageProblems(texts: Bilingual<unknown>, location: string) {
  for (const language of LANGUAGES) {
    const isDifferent = (extract: (value: unknown) => unknown) =>
      JSON.stringify(extract(texts[language])) !== JSON.stringify(extract(texts[LANGUAGES[0]]));
    if (isDifferent(getShape)) yield `${location}: has different parts in '${language}'`;
    if (isDifferent(listPlaceholders))
      yield `${location}: has different {placeholders} in '${language}'`;
  }
  for (const text of listTexts(texts.el))
    if (/["'“”]/.test(text)) yield `${location}: has English quotation marks: ${text}`;
}

function getShape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(getShape);
  return listSortedEntries(value).map(([key, entry]) => [key, getShape(entry)]);
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return listSortedEntries(value).flatMap(([, entry]) => listTexts(entry));
}

function listSortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function listPlaceholders(value: unknown): string[][] {
  return listTexts(value).map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted());
}

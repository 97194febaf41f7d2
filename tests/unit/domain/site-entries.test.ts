import { expect, test } from 'vitest';
import { formatProjectsSummary } from '#app/content/catalogue/projects.server.ts';
import { KINDS, kinds, type KindName } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';
import { readSampleContent } from '#app/content/sample.server.ts';
import { runInPreview } from '#app/content/site-content.server.ts';
import { addDays, toAthensDay } from '#app/domain/clock.server.ts';
import { renameContractFields } from '#app/domain/site/contract-names.server.ts';
import {
  getPublishingErrors,
  listEntryTexts,
  parseEntryForm,
} from '#app/domain/site/entry-form.server.ts';
import { isWholePdf } from '#app/domain/site/pdf.ts';
import { buildEntryForm } from '#app/routes/desk/site/shown-entry.server.ts';
import { both, described, kormos, ROCHE, written } from '../../support/people/site-editor.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';

await useScratchDatabase();

function findErrors(kind: KindName, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { content, errors: formErrors } = parseEntryForm(kind, form);
  return { ...getPublishingErrors(kind, content), ...formErrors };
}

const requiredFields: Partial<Record<KindName, Record<string, string>>> = {
  company: kormos,
  projects: { ...written('Oak'), ...described(ROCHE[0]!) },
  certificates: { ...both('title', 'ISO'), says_en: 'a', says_el: 'α' },
};
test.each<[KindName, field: string, invalid: string[], errorField?: string]>([
  ['company', 'email', ['nobody']],
  ['company', 'phone', ['call us']],
  ['company', 'factoryPlace', ['91, 23', '38.2513']],
  ['company', 'hours_3', ['17:00-09:00', '09:00-14:00, 13:00-18:00', 'by appointment'], 'hours'],
  ['company', 'closedDays', ['31/6/2027', '2027-08-20 - 2027-08-09']],
  ['company', 'social', ['Instagram http://plain.example']],
  ['company', 'gemi', ['12345']],
  ['company', 'vat', ['98765432a']],
  ['company', 'area', ['5.000']],
  ['company', 'brand', ['']],
  ['company', 'where_el', ['', '\u200b']],
  ['projects', 'year', ['20 26', '2026-2025', '2026–2025', '2024–']],
  ['certificates', 'until', ['31/12']],
])('PB-2 PB-7 refuses to publish %s with %s: %j', (kind, field, invalid, errorField = field) => {
  expect(findErrors(kind, requiredFields[kind]!)).toEqual({});
  for (const text of invalid) {
    const errors = findErrors(kind, { ...requiredFields[kind], [field]: text });
    expect([text, Object.keys(errors)]).toEqual([text, [errorField]]);
  }
});

test.each([
  ['email', 'info@kormos.example'],
  ['phone', '+30 22950 00000'],
  ['gemi', '123456789000'],
  ['factoryPlace', '38.2513, 23.6961'],
  ['hours_3', '09:00-17:00'],
  ['social', 'Instagram https://social.example/kormos'],
])('CF-6 PB-7 reads %s of the company without invisible characters', (field, text) => {
  const half = text.length / 2;
  const copied = `\u200e${text.slice(0, half)}\u200b${text.slice(half)}\ufeff`;
  const form = new FormData();
  form.set(field, copied);
  const storedTexts = Object.values(parseEntryForm('company', form).content).flat();
  expect(storedTexts).toContain(text);
});

test.each<[KindName, field: string]>([
  ['insights', 'createdAt'],
  ['media', 'publishedDate'],
])('PB-2 refuses to publish %s before its day, %s', (kind, field) => {
  const today = toAthensDay(new Date());
  expect(findErrors(kind, { [field]: addDays(today, 1) })).toMatchObject({ [field]: 'future' });
  expect(findErrors(kind, { [field]: today })).not.toHaveProperty(field);
  expect(findErrors(kind, { [field]: 'soon' })).toMatchObject({ [field]: 'day' });
});

test.each(['2024-2025', '2024–2025', '2024 — 2025'])(
  'PB-1 stores the years %s with a hyphen',
  (typed) => {
    const form = new FormData();
    form.set('year', typed);
    expect(parseEntryForm('projects', form).content['year']).toBe('2024-2025');
  },
);

test.each(KINDS)(
  'PB-1 shows each field and choice of %s with a label in both languages',
  async (kind) => {
    for (const language of LANGUAGES) {
      const target = { id: null, version: 0, key: 'key' };
      const { content } = parseEntryForm(kind, new FormData());
      const { fields } = await buildEntryForm(kind, content, language, target);
      const items = fields.flatMap(({ name, label, choices = [] }) => [
        { name, label },
        ...choices,
      ]);
      expect(items.filter(({ label }) => !label)).toEqual([]);
    }
  },
);

/** Returns a form with pictures and a part of each type, so that it has every field of any kind. */
function createForm(fields: Record<string, string> = {}): FormData {
  const types = ['text', 'quote', 'picture', 'steps', 'questions'];
  const blocks = types.map((type, index) => [`block_${index + 1}_type`, type] as const);
  const allFields = {
    picture_1: ROCHE[0]!,
    picture_2: ROCHE[1]!,
    ...Object.fromEntries(blocks),
    block_3_picture: ROCHE[0]!,
    ...fields,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(allFields)) form.set(name, value);
  return form;
}

test.each(KINDS)('PB-2 PB-10 stores every field of %s up to its limit', (kind) => {
  const { content } = parseEntryForm(kind, createForm());
  const names = listEntryTexts(kind, content).map(
    ({ name, maxLength }) => [name, maxLength] as const,
  );
  const hidden = ['block_1_title_en', 'block_3_text_el', 'block_3_credit', 'kept_file'];
  for (const [name, max] of [...names, ...hidden.map((field) => [field, Infinity] as const)]) {
    for (const length of [1, 9, 10, 11, 12, 60, 61, max - 1, max, max + 1, 12_000]) {
      if (!Number.isFinite(length)) continue;
      const form = createForm({ [name]: 'x'.repeat(length) });
      const { content: storedContent, errors } = parseEntryForm(kind, form);
      const isStorable = kinds[kind].safeParse(storedContent).success;
      const label = `${name} with ${length} characters`;
      expect(errors[name], label).toBe(length > max ? 'tooLong' : undefined);
      if (length <= max && name !== 'kept_file') expect(isStorable, label).toBe(true);
    }
  }
});

test('PB-10 limits each text and counts a line end once, regardless of how browsers send it', () => {
  const lines = `${'x\r\n'.repeat(2999)}xx`;
  const findDescriptionError = (description_en: string) =>
    findErrors('projects', { description_en })['description_en'];
  expect([findDescriptionError(lines), findDescriptionError(`${lines}x`)]).toEqual([
    undefined,
    'tooLong',
  ]);
});

test.each([
  ['en', ['No project.', '1 project of 2031.', '2 projects, 2024 to 2031.']],
  ['el', ['No project.', '1 έργο of 2031.', '2 έργα, 2024 to 2031.']],
] as const)('PB-3 updates the texts about all projects, in %s', (language, summaries) => {
  const sample = readSampleContent();
  const [{ content, ...entry }] = sample.projects as [(typeof sample.projects)[number]];
  const noProjects = 'No project.';
  const texts = {
    zero: noProjects,
    one: '{projects} of {last}.',
    other: '{projects}, {first} to {last}.',
  };
  const formatted = [[], ['2031'], ['2031', '2024-2025']].map((years) => {
    const projects = years.map((year) => ({ ...entry, content: { ...content, year } }));
    return runInPreview({ ...sample, projects }, () => formatProjectsSummary(texts, language));
  });
  expect(formatted).toEqual(summaries);
});

test('PB-7 renames the lists of the contract and no other word', () => {
  const names = ['balance', 'constructor', '__proto__'].map((list) => {
    const form = new FormData();
    form.set('list', list);
    return renameContractFields('documents', form).get('list');
  });
  expect(names).toEqual(['balance-sheets', 'constructor', '__proto__']);
});

const createPdf = (body: string, before = '', after = '\n') =>
  `${before}%PDF-1.7\n${body}\ntrailer\n<< /Root 1 0 R >>\n%%EOF${after}`;

test.each([
  ['a plain one', true, createPdf('1 0 obj')],
  ['one with a byte order mark in front', true, createPdf('1 0 obj', '\ufeff')],
  ["one with a printer's header in front", true, createPdf('1 0 obj', '@PJL ENTER\n'.repeat(60))],
  ['one with a page of a server behind it', true, createPdf('1 0 obj', '', 'x'.repeat(2048))],
  ['one with a word of a script in its title', true, createPdf('/Title (HTML/JavaScript)')],
  ['one with a script', true, createPdf('<< /S /JavaScript >>')],
  ['one with an owner password', true, createPdf('trailer << /Encrypt 5 0 R >>')],
  ['a header too far from the start', false, createPdf('1 0 obj', ' '.repeat(1020))],
  ['a picture', false, '\x89PNG\r\n\x1a\n %%EOF'],
  ['a truncated one', false, '%PDF-1.7\n1 0 obj'],
])('PB-7 tells a whole PDF from other files: %s', (_, isPdf, text) => {
  expect(isWholePdf(Buffer.from(text))).toBe(isPdf);
});

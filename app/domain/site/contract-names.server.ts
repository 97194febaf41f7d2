import { kindFacts, KINDS, listFields, type KindName } from '#app/content/kinds.server.ts';
import { LANGUAGES } from '#app/content/language.ts';

const LISTS: Readonly<Record<string, string>> = { balance: 'balance-sheets' };

/**
 * Returns a copy of the form with the names of kinds.server.ts instead of those of the published contract: `date`,
 * `text_en` and `text_el` of insights, pages and media, and `list=balance` of documents.
 */
export function renameContractFields(kind: KindName, posted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, value);

  const { dayField } = kindFacts[kind];
  const date = form.get('date');
  if (dayField && date) form.set(dayField, date);

  const hasBlocks = listFields(kind).some(({ type }) => type === 'blocks');
  if (hasBlocks) fillTextBlock(form);

  const list = String(form.get('list'));
  if (Object.hasOwn(LISTS, list)) form.set('list', LISTS[list]!);
  return form;
}

/** Returns the names of non-empty form fields that this kind lacks and another kind has. */
export function listFieldsOfOtherKinds(kind: KindName, form: FormData): string[] {
  const names = new Set(listFields(kind).map(({ name }) => name));
  const allNames = new Set(KINDS.flatMap(listFields).map(({ name }) => name));

  const filledNames: string[] = [];
  for (const name of allNames) {
    if (names.has(name)) continue;
    const controlNames = [name, ...LANGUAGES.map((language) => `${name}_${language}`)];
    for (const controlName of controlNames) {
      const value = form.get(controlName);
      if (typeof value === 'string' && value !== '') filledNames.push(controlName);
    }
  }
  return filledNames;
}

function fillTextBlock(form: FormData): void {
  if (LANGUAGES.every((language) => !form.get(`text_${language}`))) return;
  let number = 1;
  while (form.has(`block_${number}_type`) && form.get(`block_${number}_type`) !== 'text') number++;
  form.set(`block_${number}_type`, 'text');
  for (const language of LANGUAGES) {
    const text = form.get(`text_${language}`);
    if (text) form.set(`block_${number}_text_${language}`, text);
    form.delete(`text_${language}`);
  }
}

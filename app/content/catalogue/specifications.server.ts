import type { Language } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import type { Project } from './projects.server.ts';

type Field = keyof Project['specifications'];

const fields: readonly Field[] = [
  'type',
  'construction',
  'architecture',
  'photographer',
  'client',
  'architect',
  'location',
  'year',
];

export interface Specification {
  field: Field;
  label: string;
  value: string;
}

/** The specifications that have a value ('' and '-' are none), in the order of ledger PD-4. */
export function specificationsOf(
  project: Pick<Project, 'specifications'>,
  language: Language,
): Specification[] {
  const labels = pageWords[language].project.fields;
  return fields.flatMap((field) => {
    const value = project.specifications[field].trim();
    return isNothing(value) ? [] : [{ field, label: labels[field], value }];
  });
}

/** Whether a text stands for "nothing known" (ledger P-5). */
export function isNothing(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

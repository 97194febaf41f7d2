import type { Project } from './projects.server.ts';

type Field = keyof Project['specifications'];

const labels: readonly (readonly [Field, string])[] = [
  ['type', 'Type'],
  ['construction', 'Construction'],
  ['architecture', 'Architecture'],
  ['photographer', 'Photographer'],
  ['client', 'Client'],
  ['architect', 'Architect'],
  ['location', 'Location'],
  ['year', 'Year'],
];

export interface Specification {
  label: string;
  value: string;
}

/** The specifications that have a value ('' and '-' are none), in the order of ledger PD-4. */
export function specificationsOf(project: Pick<Project, 'specifications'>): Specification[] {
  return labels.flatMap(([field, label]) => {
    const value = project.specifications[field].trim();
    return isNothing(value) ? [] : [{ label, value }];
  });
}

/** Whether a text stands for "nothing known" (ledger P-5). */
export function isNothing(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

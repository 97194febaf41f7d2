import { expect, test } from 'vitest';
import { findProject, specificationsOf } from '#app/content/catalogue/projects.server.ts';

const all = {
  year: '2020',
  location: 'Attica',
  architect: 'B',
  client: 'C',
  photographer: 'D',
  architecture: 'E',
  construction: 'F',
  type: 'G',
};

test('PD-4 labels stand in the order of the ledger', () => {
  const labels = specificationsOf({ specifications: all }, 'en').map(({ label }) => label);
  expect(labels.join(' ')).toBe(
    'Type Construction Architecture Photographer Client Architect Location Year',
  );
});

test('PD-4 an empty value, a blank one and a dash are no value', () => {
  const specifications = { ...all, client: '', architect: '-', photographer: '  ' };
  const labels = specificationsOf({ specifications }, 'en').map(({ label }) => label);
  expect(labels.join(' ')).toBe('Type Construction Architecture Location Year');
});

test('PD-4 the one project with a client shows it', () => {
  const project = findProject('pine-hills-club', 'en');
  if (!project) throw new Error('the catalogue lacks pine-hills-club');
  expect(specificationsOf(project, 'en')).toContainEqual({
    field: 'client',
    label: 'Client',
    value: 'Private club',
  });
});

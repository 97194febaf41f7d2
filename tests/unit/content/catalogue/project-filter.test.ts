import { expect, test } from 'vitest';
import {
  categories,
  filterProjects,
  projects,
  years,
} from '#app/content/catalogue/projects.server.ts';

const slugs = (filter: { category?: string; year?: string }) =>
  filterProjects(filter, 'en').map(({ slug }) => slug);

test('PR-1 without a filter all projects stand in list order', () => {
  expect(filterProjects({}, 'en')).toEqual(projects.en);
});

test('PR-1 a category is asked for by its slug', () => {
  expect(slugs({ category: 'golf-club' })).toEqual(['terra-nord', 'navarino', 'pine-hills-club']);
  expect(slugs({ category: 'Golf Club' })).toEqual([]);
});

test('P-5 a range of years counts for each of its years', () => {
  expect(slugs({ year: '2025' })).toEqual(['ellinogermaniki-agogi']);
  expect(slugs({ year: '2024' })).toEqual(['ellinogermaniki-agogi', 'roche']);
  expect(slugs({ year: '2024', category: 'offices' })).toEqual(['roche']);
});

test('PR-1 each choice says how many projects it gives', () => {
  for (const { value, count } of categories({}, 'en')) {
    expect(filterProjects({ category: value }, 'en')).toHaveLength(count);
  }
  for (const { value, count } of years({ category: 'offices' })) {
    expect(filterProjects({ category: 'offices', year: value }, 'en')).toHaveLength(count);
  }
  expect(categories({}, 'en').reduce((sum, { count }) => sum + count, 0)).toBe(22);
  expect(years().map(({ value }) => value)).toEqual(
    '2025 2024 2023 2022 2021 2020 2019 2018 2017'.split(' '),
  );
});

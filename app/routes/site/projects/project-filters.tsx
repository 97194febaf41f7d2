import { Link } from 'react-router';
import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { counted } from '#app/ui/language/phrase.ts';
import '#app/styles/filters.css';

interface Filter {
  category?: string | undefined;
  year?: string | undefined;
}

interface Choice {
  value: string;
  label: string;
  count: number;
}

interface ProjectFiltersProps {
  words: PageWords['projects'];
  filter: Filter;
  categories: readonly Choice[];
  years: readonly Choice[];
  /** How many projects are shown. */
  found: number;
}

/** Narrows the list by category and year: links, so that a choice has an address (and no JS). */
export function ProjectFilters({ words, filter, categories, years, found }: ProjectFiltersProps) {
  const { category, year } = filter;
  const narrowed = category !== undefined || year !== undefined;
  return (
    <nav className="filters sheet" aria-label={words.filterLabel}>
      <details open={narrowed}>
        <summary>
          {words.filter} <span className="slash">/</span>{' '}
          <span role="status">{counted(words.found, found)}</span>
        </summary>
        <FilterRow
          label={words.category}
          every={words.every}
          choices={categories}
          chosen={category}
        >
          {(value) => ({ category: value, year })}
        </FilterRow>
        <FilterRow label={words.year} every={words.every} choices={years} chosen={year}>
          {(value) => ({ category, year: value })}
        </FilterRow>
      </details>
      {found === 0 && <p className="large at-main">{words.none}</p>}
    </nav>
  );
}

interface FilterRowProps {
  label: string;
  /** What the choice of all is called. */
  every: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  /** The filter after a choice of this row; undefined takes the choice back. */
  children: (value: string | undefined) => Filter;
}

function FilterRow({ label, every, choices, chosen, children: filterWith }: FilterRowProps) {
  const offered = choices.filter(({ value, count }) => count > 0 || value === chosen);
  return (
    <div className="filters__row">
      <p className="filters__label">{label}</p>
      <ul className="plain">
        <FilterChoice label={every} filter={filterWith(undefined)} current={chosen === undefined} />
        {offered.map(({ value, label: name, count }) => (
          <FilterChoice
            key={value}
            label={name}
            count={count}
            filter={filterWith(value)}
            current={value === chosen}
          />
        ))}
      </ul>
    </div>
  );
}

interface FilterChoiceProps {
  label: string;
  count?: number;
  filter: Filter;
  current: boolean;
}

function FilterChoice({ label, count, filter, current }: FilterChoiceProps) {
  const address = useAddress();
  return (
    <li>
      <Link
        to={address(addressOf(filter))}
        aria-current={current ? 'true' : undefined}
        preventScrollReset
      >
        <span className="filters__name">{label}</span>
        {count !== undefined && <span className="filters__count">{count}</span>}
      </Link>
    </li>
  );
}

function addressOf({ category, year }: Filter): string {
  const query = new URLSearchParams();
  if (category !== undefined) query.set('category', category);
  if (year !== undefined) query.set('year', year);
  return query.size === 0 ? '/projects' : `/projects?${query}`;
}

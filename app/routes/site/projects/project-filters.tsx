import { Link } from 'react-router';
import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { SlashText } from '#app/ui/slash.tsx';

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
    <nav
      className="sheet gap-y-stack pb-[clamp(1.5rem,3vw,2.5rem)] print:hidden"
      aria-label={words.filterLabel}
    >
      <details className="group lg:col-main" open={narrowed}>
        <summary className="inline-flex min-h-target cursor-pointer list-none items-center gap-[0.5em] font-medium large-letters:flex-wrap large-letters:gap-x-2">
          <Sign />
          {words.filter} <SlashText />{' '}
          <span className="font-normal text-ink-2" role="status">
            {counted(words.found, found)}
          </span>
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
      {found === 0 && <p className="text-large md:col-main">{words.none}</p>}
    </nav>
  );
}

/** Whether the drawer is shut or open. */
function Sign() {
  return (
    <span className="w-[0.8em] text-oak" aria-hidden="true">
      <span className="group-open:hidden">+</span>
      <span className="hidden group-open:inline">−</span>
    </span>
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
    <div className="grid border-t border-line py-1.5 md:grid-cols-[8rem_1fr]">
      <p className="leading-11 text-ink-3">{label}</p>
      <ul className="flex flex-wrap gap-x-6">
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
    // A short word is as large as a fingertip too, and its neighbour stays near.
    <li className="first:*:-me-4 first:*:min-w-target">
      <Link
        className="group/choice inline-flex min-h-target items-center gap-[0.4em] no-underline aria-[current]:font-strong"
        to={address(addressOf(filter))}
        aria-current={current ? 'true' : undefined}
        preventScrollReset
      >
        <span className="decoration-oak decoration-2 underline-offset-[0.4em] group-hover/choice:underline group-aria-[current]/choice:underline">
          {label}
        </span>
        {count !== undefined && <span className="font-normal text-ink-3">{count}</span>}
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

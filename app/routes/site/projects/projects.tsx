import { data, Link } from 'react-router';
import { CutLink, SlidingText, useLocalizedPath } from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import {
  CardFacts,
  CardNumber,
  CardText,
  ProjectCard,
  ReadMoreLink,
  type ProjectCardData,
} from '#app/components/project-card.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import {
  formatProjectsSummary,
  listFilterChoices,
  listMatchingProjects,
  MATERIALS_PATH,
  presentProjectCard,
  type ProjectFilter,
} from '#app/content/catalogue/projects.server.ts';
import { getPathLanguage, type Language } from '#app/content/language.ts';
import { getPageHead, isPagePublished } from '#app/content/pages.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/projects.ts';

const isNarrowed = (filter: ProjectFilter) =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * Loads a page of the projects that match `?made=`, `?category=` and `?year=`, in the order of the desk. Throws the 404 page
 * for a `?page=` that does not exist; the first one may be empty.
 */
export function loader({ url }: Route.LoaderArgs) {
  const language = getPathLanguage(url.pathname);
  const filter = parseFilter(url);
  const matchingProjects = listMatchingProjects(filter, language);

  const page = Number(url.searchParams.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(matchingProjects.length / SITE.projectsAPage));
  const isExistingPage = Number.isInteger(page) && page >= 1 && page <= pages;
  if (!isExistingPage) throw data(getPageTexts(language).notFound, { status: 404 });

  const start = (page - 1) * SITE.projectsAPage;
  const pageProjects = matchingProjects.slice(start, start + SITE.projectsAPage);

  return {
    ...getListTexts(language),
    head: getListHead(filter, page, pages, language),
    filter,
    choices: listFilterChoices(filter, language),
    count: matchingProjects.length,
    page,
    pages,
    firstText: pageProjects[0]?.description[0],
    projects: pageProjects.map(presentProjectCard),
  };
}

function parseFilter({ searchParams }: URL): ProjectFilter {
  return {
    made: searchParams.get('made') || undefined,
    category: searchParams.get('category') || undefined,
    year: searchParams.get('year') || undefined,
  };
}

function getListTexts(language: Language) {
  const { intro, description: _, materials, ...texts } = getPageTexts(language).projects;
  const hasMaterials = isPagePublished(MATERIALS_PATH, language);
  return {
    texts,
    intro: formatProjectsSummary(intro, language),
    materialsLink: hasMaterials ? { to: MATERIALS_PATH, label: materials } : null,
  };
}

/** A filtered list has the canonical URL of the whole list; each page of the whole list has its own. */
function getListHead(filter: ProjectFilter, page: number, pages: number, language: Language) {
  const head = getPageHead('/projects', language);
  const next = page < pages ? getFilterPath(filter, page + 1) : undefined;
  if (page === 1) return { ...head, next };

  const pageLabel = interpolate(getPageTexts(language).projects.page, { page, pages });
  const title = `${head.title}, ${pageLabel.toLowerCase()}`;
  const path = isNarrowed(filter) ? head.path : getFilterPath(filter, page);
  return { ...head, title, path, previous: getFilterPath(filter, page - 1), next };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Projects({ loaderData }: Route.ComponentProps) {
  const { texts, intro, materialsLink, projects, firstText, filter } = loaderData;
  const [first, ...otherProjects] = projects;
  // Two cards a row: an odd last card has no neighbour and fills its row.
  const hasLoneCard = !isNarrowed(filter) && otherProjects.length % 2 === 1;

  return (
    <>
      <PageHead {...loaderData.head} />
      <section className="sheet items-end gap-y-stack pt-page-top pb-stack">
        <h1 className="-ms-[0.045em] text-mega md:col-start/end lg:row-1">{texts.title}</h1>
        <p className="measure-22 pb-5 text-lead font-lead md:col-8/end lg:row-1">
          {intro}{' '}
          {materialsLink && (
            <CutLink block to={materialsLink.to}>
              {materialsLink.label}
            </CutLink>
          )}
        </p>
      </section>
      <ProjectFilters {...loaderData} />
      <section
        className="sheet gap-y-[clamp(2.75rem,5.5vw,5.5rem)] pb-section"
        aria-label={texts.list}
      >
        {first && <FirstProject project={first} text={firstText ?? ''} link={texts.link} />}
        {otherProjects.map((project, index) => {
          const isLone = hasLoneCard && index === otherProjects.length - 1;
          const layout = getCardLayout(index, isLone);
          return <ProjectCard key={project.slug} project={project} heading="h2" {...layout} />;
        })}
      </section>
      <Pager {...loaderData} />
    </>
  );
}

const narrowSizes = '(min-width: 48rem) 50vw, 92vw';
const bond = [
  'md:col-start/8 lg:col-start/9',
  'md:col-8/end lg:col-9/end',
  'md:col-start/8 lg:col-start/7',
  'md:col-8/end lg:col-7/end',
];
const board = {
  picture: 'lg:h-[clamp(20rem,36.6vw,36.5rem)] lg:ratio-auto',
  body: 'pt-1',
};
const wide = {
  card: 'md:col-start/end',
  picture: 'lg:h-[clamp(22rem,46vw,46rem)] lg:ratio-auto',
  body: 'pt-1',
};

/** Cards alternate between wide and narrow like bricks of a bond; one without a neighbour fills its row. */
function getCardLayout(index: number, isLone: boolean) {
  if (isLone) return { classNames: wide, sizes: '92vw' };
  return {
    classNames: { ...board, card: bond[index % bond.length]! },
    sizes: `(min-width: 64rem) min(58vw, 56rem), ${narrowSizes}`,
  };
}

interface FirstProjectProps {
  project: ProjectCardData;
  text: string;
  link: string;
}

function FirstProject({ project, text, link }: FirstProjectProps) {
  return (
    <article className="card swell md:col-bleed md:grid md:grid-cols-subgrid" data-reveal="">
      <Picture
        picture={project.picture}
        sizes="(min-width: 64rem) 72vw, 92vw"
        eager
        className="md:col-start/full-end md:row-1 md:max-h-[86svh] md:w-full md:ratio-16/10 lg:col-main-bleed"
      />
      <div className="md:col-start/full-end lg:col-main-bleed">
        <CardNumber project={project} open />
      </div>
      <div className="grid-cols-[minmax(0,1fr)] gap-3 pt-1 md:col-start/end md:grid lg:@container lg:col-start/5 lg:row-1/3 lg:content-end lg:self-end lg:pe-gutter lg:pt-0 lg:pb-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-[0.1rem] md:flex-col-reverse md:items-start md:gap-2">
          <h2 className="text-title/heading tracking-tight wrap-anywhere lg:text-[clamp(1.625rem,12.6cqi,3.5rem)]">
            <SlidingText>{project.title}</SlidingText>
          </h2>
          <CardFacts project={project} />
        </div>
        <CardText className="max-md:mt-2.5 md:line-clamp-6">{text}</CardText>
        <ReadMoreLink to={`/projects/${project.slug}`} title={project.title} text={link} />
      </div>
    </article>
  );
}

const FILTERS = ['made', 'category', 'year'] as const;

function ProjectFilters({ texts, filter, choices, count }: Loaded) {
  const { made } = filter;
  const hasFilter = isNarrowed(filter);
  const isUnknownWork = made !== undefined && choices.made.every(({ value }) => value !== made);
  const currentLabels: string[] = [];
  for (const by of FILTERS) {
    const currentChoice = choices[by].find(({ value }) => value === filter[by]);
    if (currentChoice) currentLabels.push(currentChoice.label);
  }

  return (
    <nav className="sheet gap-y-stack pb-stack print:hidden" aria-label={texts.filterLabel}>
      <div>
        {FILTERS.map((by) => (
          <FilterRow key={by} texts={texts} filter={filter} by={by} choices={choices[by]} />
        ))}
      </div>
      {/* Narrowed by no filter, the list itself says how long it is. */}
      <p
        className={hasFilter ? 'flex flex-wrap items-center gap-x-4 text-large' : 'sr-only'}
        role="status"
      >
        <span>
          {currentLabels.length > 0 && `${currentLabels.join(', ')}: `}
          {isUnknownWork && `${texts.noSuchWork} `}
          {count === 0 ? texts.noMatches : pluralize(texts.projectCount, count)}
        </span>{' '}
        {hasFilter && (
          <CutLink block to="/projects">
            {texts.list}
          </CutLink>
        )}
      </p>
    </nav>
  );
}

interface FilterRowProps extends Pick<Loaded, 'texts' | 'filter'> {
  by: keyof ProjectFilter;
  choices: Loaded['choices'][keyof ProjectFilter];
}

function FilterRow({ texts, filter, by, choices }: FilterRowProps) {
  const localizePath = useLocalizedPath();
  const currentValue = filter[by];
  const offered = choices.filter(({ value, count }) => count > 0 || value === currentValue);
  if (offered.length === 0) return null;

  const allChoice = { value: undefined, label: texts.anyOption, count: undefined };

  return (
    <div className="grid border-t border-line md:grid-cols-[9rem_1fr]">
      <p className="leading-11 text-ink-3">{texts[by]}</p>
      {/* On a phone one line that scrolls, so that the first project stays in sight. */}
      <ul aria-label={texts[by]} className="flex gap-x-4 max-md:overflow-x-auto md:flex-wrap">
        {[allChoice, ...offered].map(({ value, label, count }) => (
          // A short word is as large as a touch target too, and its neighbour stays near.
          <li key={label} className="flex-none first:*:-me-4 first:*:min-w-target">
            <Link
              className="group/choice tap gap-[0.4em] no-underline aria-[current]:font-strong"
              to={localizePath(getFilterPath({ ...filter, [by]: value }))}
              aria-current={value === currentValue ? 'true' : undefined}
              preventScrollReset
            >
              <span className="decoration-oak decoration-2 underline-offset-[0.4em] group-hover/choice:underline group-aria-[current]/choice:underline">
                {label}
              </span>{' '}
              {count !== undefined && <span className="font-normal text-ink-3">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pager({ texts, filter, page, pages }: Loaded) {
  if (pages === 1) return null;
  return (
    <nav className="sheet pb-section print:hidden" aria-label={texts.pages}>
      <p className="flex flex-wrap items-center justify-between gap-x-6 border-t border-ink pt-2 lg:col-main">
        {page > 1 && (
          <CutLink block to={getFilterPath(filter, page - 1)} rel="prev">
            {texts.previousPage}
          </CutLink>
        )}
        <span className="text-ink-2">{interpolate(texts.page, { page, pages })}</span>
        {page < pages && (
          <CutLink block to={getFilterPath(filter, page + 1)} rel="next">
            {texts.nextPage}
          </CutLink>
        )}
      </p>
    </nav>
  );
}

function getFilterPath(filter: ProjectFilter, page = 1): string {
  const query = new URLSearchParams();
  for (const by of FILTERS) if (filter[by] !== undefined) query.set(by, filter[by]);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/projects' : `/projects?${query}`;
}

import type { Route } from './+types/sitemap.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import {
  type PageWords,
  pageWords,
  sitemapProjects,
} from '#app/content/texts/site-pages.server.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import '#app/styles/legal.css';

const main = [
  { to: '/', name: 'home' },
  { to: '/about', name: 'about' },
  { to: '/projects', name: 'projects' },
  { to: '/contact', name: 'contact' },
] as const;
const legal = [
  { to: '/privacy', name: 'privacy' },
  { to: '/terms', name: 'terms' },
  { to: '/sitemap', name: 'sitemap' },
] as const;

export function meta({ matches, loaderData: { words, preview } }: Route.MetaArgs) {
  const { title, description } = words;
  return pageMeta(matches, { title, description, path: '/sitemap', preview });
}

/** The projects that ledger L-2 lists. Throws when one of them is no longer in the catalogue. */
export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const projects = sitemapProjects.map((slug) => {
    const project = findProject(slug, language);
    if (!project) throw new Error(`The sitemap lists '${slug}', which is not in the catalogue`);
    return { to: `/projects/${slug}`, title: project.title };
  });
  const { sitemap: words, project } = pageWords[language];
  return { words, all: project.all, projects, preview: previewOf('/sitemap', language) };
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  const { words, all, projects } = loaderData;
  return (
    <>
      <PageHead title={words.title} />
      <div className="sheet sitemap fence">
        <section>
          <h2>{words.main}</h2>
          <LinkList links={named(main, words)} />
        </section>
        <section>
          <h2>{words.projects}</h2>
          <LinkList links={projects} inTwo />
          <p className="mt-4">
            <CutLink to="/projects" block>
              {all}
            </CutLink>
          </p>
        </section>
        <section>
          <h2>{words.legal}</h2>
          <LinkList links={named(legal, words)} />
        </section>
      </div>
    </>
  );
}

type Named = { to: string; name: keyof PageWords['sitemap']['links'] };

function named(links: readonly Named[], words: PageWords['sitemap']) {
  return links.map(({ to, name }) => ({ to, title: words.links[name] }));
}

interface LinkListProps {
  links: readonly { to: string; title: string }[];
  inTwo?: boolean;
}

function LinkList({ links, inTwo }: LinkListProps) {
  return (
    <ul className={inTwo ? 'list two' : 'list'}>
      {links.map(({ to, title }) => (
        <li key={to}>
          <PageLink to={to}>
            <span className="drawer">{title}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

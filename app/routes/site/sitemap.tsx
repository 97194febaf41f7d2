import { PageHead } from '#app/components/page.tsx';
import { Drawer } from '#app/components/shapes.tsx';
import { CutLink, PageLink } from '#app/components/links.tsx';
import type { Route } from './+types/sitemap.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import { type PageWords, pageWords, sitemapProjects } from '#app/content/words/site.server.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

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
      <div className="fence sheet gap-y-stack pb-section">
        <section className="md:col-label md:pe-gutter">
          <ListHeading>{words.main}</ListHeading>
          <LinkList links={named(main, words)} />
        </section>
        <section className="md:col-[5/11]">
          <ListHeading>{words.projects}</ListHeading>
          <LinkList links={projects} inTwo />
          <p className="mt-4">
            <CutLink to="/projects" block>
              {all}
            </CutLink>
          </p>
        </section>
        <section className="md:col-[11/end]">
          <ListHeading>{words.legal}</ListHeading>
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

function ListHeading({ children }: { children: string }) {
  return <h2 className="mb-3 border-b border-ink pb-3 text-lead/body">{children}</h2>;
}

interface LinkListProps {
  links: readonly { to: string; title: string }[];
  inTwo?: boolean;
}

function LinkList({ links, inTwo }: LinkListProps) {
  return (
    <ul className={inTwo ? 'gap-x-gutter md:columns-2' : ''}>
      {links.map(({ to, title }) => (
        <li key={to} className="break-inside-avoid border-b border-line">
          <PageLink
            className="flex min-h-11.5 items-baseline py-2 text-large/list no-underline"
            to={to}
          >
            <Drawer>{title}</Drawer>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

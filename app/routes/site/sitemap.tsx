import { CutLink, PageHeading, PageLink, SlidingText } from '#app/components/page.tsx';
import { listSitemapLinks } from '#app/content/navigation.server.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/sitemap.ts';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/sitemap', url);
  const { sitemap: texts, project } = getPageTexts(language);
  return { texts, allProjects: project.allProjects, links: listSitemapLinks(language), head };
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  const { texts, allProjects, links } = loaderData;
  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading title={texts.title} />
      <div className="fence sheet gap-y-stack pb-section">
        <section className="md:col-label md:pe-gutter">
          <ListHeading>{texts.main}</ListHeading>
          <LinkList links={links.main} />
        </section>
        <div className="grid gap-y-stack md:col-5/11">
          <section>
            <ListHeading>{texts.projects}</ListHeading>
            <LinkList links={links.projects} inTwoColumns />
            <p className="mt-4">
              <CutLink to="/projects" block>
                {allProjects}
              </CutLink>
            </p>
          </section>
          <section>
            <ListHeading>{texts.articlesAndDocuments}</ListHeading>
            <LinkList links={links.otherLinks} inTwoColumns />
          </section>
        </div>
        <section className="md:col-11/end">
          <ListHeading>{texts.legal}</ListHeading>
          <LinkList links={links.legal} />
        </section>
      </div>
    </>
  );
}

function ListHeading({ children }: { children: string }) {
  return <h2 className="mb-3 border-b border-ink pb-3 text-lead/body">{children}</h2>;
}

interface LinkListProps {
  links: readonly { to: string; label: string }[];
  inTwoColumns?: boolean;
}

function LinkList({ links, inTwoColumns }: LinkListProps) {
  return (
    <ul className={inTwoColumns ? 'gap-x-gutter md:columns-2' : ''}>
      {links.map(({ to, label }) => (
        <li key={to} className="break-inside-avoid border-b border-line">
          <PageLink
            className="flex min-h-11.5 items-baseline py-2 text-large/list no-underline"
            to={to}
          >
            <SlidingText>{label}</SlidingText>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

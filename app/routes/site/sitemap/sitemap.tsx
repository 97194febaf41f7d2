import type { Route } from './+types/sitemap.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { projectPage, sitemapPage } from '#app/content/texts/site-pages.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import '#app/styles/legal.css';

const main = [
  { to: '/', title: 'Home' },
  { to: '/about', title: 'About Us' },
  { to: '/projects', title: 'Projects' },
  { to: '/contact', title: 'Contact' },
];
const legal = [
  { to: '/privacy', title: 'Privacy' },
  { to: '/terms', title: 'Terms' },
  { to: '/sitemap', title: 'Sitemap' },
];

export function meta({ matches, loaderData: { preview } }: Route.MetaArgs) {
  const { title, description } = sitemapPage;
  return pageMeta(matches, { title, description, path: '/sitemap', preview });
}

/** The projects that ledger L-2 lists. Throws when one of them is no longer in the catalogue. */
export function loader() {
  const projects = sitemapPage.projects.map((slug) => {
    const project = findProject(slug);
    if (!project) throw new Error(`The sitemap lists '${slug}', which is not in the catalogue`);
    return { to: `/projects/${slug}`, title: project.title };
  });
  return { projects, preview: previewOf('/sitemap') };
}

export default function Sitemap({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={sitemapPage.title} />
      <div className="sheet sitemap fence">
        <section>
          <h2>Main Pages</h2>
          <LinkList links={main} />
        </section>
        <section>
          <h2>Projects</h2>
          <LinkList links={loaderData.projects} inTwo />
          <p className="mt-4">
            <CutLink to="/projects" block>
              {projectPage.all}
            </CutLink>
          </p>
        </section>
        <section>
          <h2>Legal</h2>
          <LinkList links={legal} />
        </section>
      </div>
    </>
  );
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

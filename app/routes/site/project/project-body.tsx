import { projectPage } from '#app/content/texts/site-pages.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';

interface ProjectBodyProps {
  project: { slug: string; description: readonly string[] };
  specifications: readonly { label: string; value: string }[];
}

/** What was made, in words and as a drawing's title block. */
export function ProjectBody({ project, specifications }: ProjectBodyProps) {
  const [lead, ...rest] = project.description;
  return (
    <section className="sheet project-body fence">
      <p className="lead at-text">{lead}</p>
      <div className="prose at-text">
        {rest.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Specifications entries={specifications} />
      <p className="at-text project-body__ask">
        <ButtonLink to={`/contact?about=${project.slug}`}>{projectPage.discuss}</ButtonLink>
      </p>
    </section>
  );
}

function Specifications({ entries }: { entries: ProjectBodyProps['specifications'] }) {
  return (
    <section className="block" aria-labelledby="specs">
      <h2 id="specs">{projectPage.specifications}</h2>
      <dl>
        {entries.map(({ label, value }) => (
          <div key={label} className={label === 'Type' ? 'wide' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';

interface ProjectBodyProps {
  words: PageWords['project'];
  project: { slug: string; description: readonly string[] };
  specifications: readonly { field: string; label: string; value: string }[];
}

/** What was made, in words and as a drawing's title block. */
export function ProjectBody({ words, project, specifications }: ProjectBodyProps) {
  const [lead, ...rest] = project.description;
  return (
    <section className="project-body fence sheet">
      <p className="lead at-text">{lead}</p>
      <div className="at-text prose">
        {rest.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Specifications heading={words.specifications} entries={specifications} />
      <p className="at-text project-body__ask">
        <ButtonLink to={`/contact?about=${project.slug}`}>{words.discuss}</ButtonLink>
      </p>
    </section>
  );
}

interface SpecificationsProps {
  heading: string;
  entries: ProjectBodyProps['specifications'];
}

function Specifications({ heading, entries }: SpecificationsProps) {
  return (
    <section className="block" aria-labelledby="specs">
      <h2 id="specs">{heading}</h2>
      <dl>
        {entries.map(({ field, label, value }) => (
          <div key={field} className={field === 'type' ? 'wide' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

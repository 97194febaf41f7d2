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
    <section className="project-body fence sheet gap-y-stack pt-[clamp(2.5rem,6vw,6rem)] pb-section lg:grid-rows-[auto_1fr]">
      <p className="max-w-[26em] text-lead font-lead lg:col-[5/10] lg:row-1">{lead}</p>
      <div className="prose text-ink-2 lg:col-[5/10] lg:row-2">
        {rest.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Specifications heading={words.specifications} entries={specifications} />
      <p className="self-end lg:col-[5/10] print:hidden">
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
    <section
      className="title-block grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(max(8.75rem,34%),100%),1fr))] self-start overflow-clip border border-ink bg-paper lg:col-[10/end] lg:row-[1/span_2] print:break-inside-avoid"
      aria-labelledby="specs"
    >
      <h2
        className="col-span-full bg-ink px-4 py-3.5 text-note font-strong text-on-ink no-flare"
        id="specs"
      >
        {heading}
      </h2>
      <dl className="contents">
        {entries.map(({ field, label, value }) => (
          <div
            key={field}
            className={`-ms-px grid content-start gap-0.5 border-t border-line px-4 py-3 ${field === 'type' ? 'col-span-full' : 'border-s'}`}
          >
            <dt className="text-note text-ink-3">{label}</dt>
            <dd className="leading-note font-book">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

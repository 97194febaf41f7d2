import type { ComponentProps, ReactNode } from 'react';
import { CutLink, PageHeading } from '#app/components/page.tsx';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import type { LegalText } from '#app/content/texts/terms.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';

interface LegalPageProps {
  head: ComponentProps<typeof PageHead>;
  text: LegalText;
  /** The date of `text.updated`, in the language of the page. */
  updatedOn: string;
  texts: PageTexts['legal'];
  children?: ReactNode;
}

/** A legal text in sections. `children` are more sections after those of the text. */
export function LegalPage({ head, text, updatedOn, texts, children }: LegalPageProps) {
  return (
    <>
      <PageHead {...head} />
      <PageHeading title={text.title} lead={text.intro} />
      <article className="fence sheet pb-section">
        {text.summary && (
          <LegalSection heading={text.summary.heading}>
            <FactList facts={text.summary.facts} />
          </LegalSection>
        )}
        {text.sections.map(({ heading, body, list }) => (
          <LegalSection key={heading} heading={heading}>
            {body.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {list && (
              <ul className="columns-[14em]">
                {list.map((entry) => (
                  <li key={entry}>{entry}</li>
                ))}
              </ul>
            )}
          </LegalSection>
        ))}
        {children}
        <p className="text-note text-ink-2 md:col-main print:hidden">
          {texts.lastUpdated} <time dateTime={text.updated}>{updatedOn}</time>
        </p>
        <p className="md:col-main print:hidden">
          <CutLink to="/" block>
            {texts.backToHome}
          </CutLink>
        </p>
      </article>
    </>
  );
}

export function FactList({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr] large-letters:block">
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-ink-2">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function LegalSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-subgrid gap-y-3 border-t border-line py-[clamp(1.75rem,3vw,3rem)] md:items-baseline">
      <h2 className="col-span-full text-large/list tracking-snug md:col-1/4 lg:pe-gutter">
        {heading}
      </h2>
      <div className="col-span-full prose md:col-4/11">{children}</div>
    </section>
  );
}

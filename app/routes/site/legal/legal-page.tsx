import type { ReactNode } from 'react';
import type { LegalText } from '#app/content/texts/terms.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import '#app/styles/legal.css';

interface LegalPageProps {
  text: LegalText;
  /** Sections that are no prose, after the text's own. */
  children?: ReactNode;
}

/** A legal text, section by section, with the way back (ledger L-1). */
export function LegalPage({ text, children }: LegalPageProps) {
  return (
    <>
      <PageHead className="legal-head" title={text.title} lead={text.intro} />
      <article className="sheet legal fence">
        {text.sections.map(({ heading, body, list }) => (
          <LegalSection key={heading} heading={heading}>
            {body.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {list && (
              <ul>
                {list.map((entry) => (
                  <li key={entry}>{entry}</li>
                ))}
              </ul>
            )}
          </LegalSection>
        ))}
        {children}
        <p className="back note">
          Last changed <time dateTime={text.updated}>{inWords(text.updated)}</time>
        </p>
        <p className="back">
          <CutLink to="/" block>
            Back to Home
          </CutLink>
        </p>
      </article>
    </>
  );
}

export function LegalSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2>{heading}</h2>
      <div className="prose">{children}</div>
    </section>
  );
}

function inWords(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(day));
}

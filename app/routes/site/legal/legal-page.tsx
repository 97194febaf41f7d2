import type { ReactNode } from 'react';
import type { LegalText } from '#app/content/texts/legal/legal-text.ts';
import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import '#app/styles/legal.css';

interface LegalPageProps {
  text: LegalText;
  /** The day of its last change, in words. */
  changed: string;
  words: PageWords['legal'];
  /** Sections that are no prose, after the text's own. */
  children?: ReactNode;
}

/** A legal text, section by section, with the way back (ledger L-1). */
export function LegalPage({ text, changed, words, children }: LegalPageProps) {
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
          {words.changed} <time dateTime={text.updated}>{changed}</time>
        </p>
        <p className="back">
          <CutLink to="/" block>
            {words.back}
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

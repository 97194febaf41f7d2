import type { ReactNode } from 'react';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { SlashText } from '#app/ui/slash.tsx';

/** Where a project starts (ledger H-6). */
export function CallToAction({ words }: { words: HomeWords['cta'] }) {
  const { slash, heading, text, button } = words;
  return (
    <section className="cta fence sheet ink" aria-labelledby="start">
      <p className="label at-label cta__slash">
        <SlashText /> {slash}
      </p>
      <h2 className="mega at-main" id="start">
        {heading}
      </h2>
      <div className="cta__foot at-main">
        <p className="large">{keepRanges(text)}</p>
        <ButtonLink to="/contact">{button}</ButtonLink>
      </div>
    </section>
  );
}

/** A text in which ranges such as "1-2" do not break at their hyphen. */
function keepRanges(text: string): ReactNode[] {
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="nb">
        {part}
      </span>
    ),
  );
}

import type { ReactNode } from 'react';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { SectionLabel } from '#app/ui/page/section-label.tsx';
import { SlashText } from '#app/ui/slash.tsx';

/** Where a project starts (ledger H-6). */
export function CallToAction({ words }: { words: HomeWords['cta'] }) {
  const { slash, heading, text, button } = words;
  return (
    <section className="fence sheet gap-y-stack ink py-section" aria-labelledby="start">
      <SectionLabel className="pt-[0.6em]">
        <SlashText /> {slash}
      </SectionLabel>
      <h2
        className="-ms-[0.04em] text-mega text-[clamp(2.75rem,min(13vw,1.5rem+7.9vw),10.5rem)] md:col-main"
        id="start"
      >
        {heading}
      </h2>
      <div className="grid items-end justify-items-start gap-7 md:col-main md:grid-cols-[1fr_auto]">
        <p className="text-large md:max-w-[24em]">{keepRanges(text)}</p>
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
      <span key={part} className="whitespace-nowrap large-letters:whitespace-normal">
        {part}
      </span>
    ),
  );
}

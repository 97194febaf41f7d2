import { Fragment } from 'react';
import type { AboutWords } from '#app/content/texts/about.server.ts';
import { CutLink } from '#app/ui/cut-link.tsx';
import { Slash } from '#app/ui/slash.tsx';

interface WhyUsProps {
  words: AboutWords['why'];
  insights: readonly { slug: string; title: string }[];
}

/** Three reasons, and where to read on (ledger ). */
export function WhyUs({ words, insights }: WhyUsProps) {
  const { heading, items, readOn, and } = words;
  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="why">
      <h2 className="text-display" id="why">
        <Slash />
        {heading}
      </h2>
      <ul className="grid gap-y-stack md:grid-cols-3 md:gap-x-gutter">
        {items.map(({ title, text }) => (
          <li key={title} className="grid content-start gap-3 border-t border-ink pt-5">
            <h3 className="text-title/[1.05] font-[330] tracking-tight">{title}</h3>
            <p className="max-w-[24em] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <p>
        {readOn}{' '}
        {insights.map(({ slug, title }, index) => (
          <Fragment key={slug}>
            {index > 0 && and}
            <CutLink block to={`/insights/${slug}`}>
              {title}
            </CutLink>
          </Fragment>
        ))}
      </p>
    </section>
  );
}

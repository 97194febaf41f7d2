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
    <section className="section why sheet" aria-labelledby="why">
      <h2 className="display" id="why">
        <Slash />
        {heading}
      </h2>
      <ul className="cards3">
        {items.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
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

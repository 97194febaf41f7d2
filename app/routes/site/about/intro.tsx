import type { AboutWords } from '#app/content/texts/about.server.ts';
import { SectionLabel } from '#app/ui/page/section-label.tsx';

/** A few words about the factory, and its stations in the order of the work (ledger A-2). */
export function Intro({ words }: { words: AboutWords['words'] }) {
  const { heading, lede, text, stations } = words;
  return (
    <section className="fence sheet gap-y-stack py-section" aria-labelledby="words">
      <SectionLabel heading id="words">
        {heading}
      </SectionLabel>
      <p className="text-title font-[330] text-balance flare md:col-main">{lede}</p>
      <p className="prose md:col-text lg:col-[5/10]">{text}</p>
      <Stations stations={stations} />
    </section>
  );
}

/** The production line: on wide screens one dimension line, with a tick at every station. */
function Stations({ stations }: { stations: readonly string[] }) {
  return (
    <ol className="stations mt-[clamp(1rem,3vw,3rem)] grid border-t border-ink">
      {stations.map((station) => (
        <li
          key={station}
          className="flex items-baseline gap-4 border-b border-line py-3.5 text-large/list"
        >
          {station}
        </li>
      ))}
    </ol>
  );
}

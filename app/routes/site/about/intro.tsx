import type { AboutWords } from '#app/content/texts/about.server.ts';

/** A few words about the factory, and its stations in the order of the work (ledger A-2). */
export function Intro({ words }: { words: AboutWords['words'] }) {
  const { heading, lede, text, stations } = words;
  return (
    <section className="section words fence sheet" aria-labelledby="words">
      <h2 className="label at-label" id="words">
        {heading}
      </h2>
      <p className="title at-main font-heading text-balance flare">{lede}</p>
      <p className="at-text words__text prose">{text}</p>
      <ol className="stations">
        {stations.map((station) => (
          <li key={station}>{station}</li>
        ))}
      </ol>
    </section>
  );
}

import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import type { PictureData } from '#app/ui/picture.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { HeroFilm } from './hero-film.tsx';

interface HeroProps {
  words: HomeWords;
  tagline: string;
  /** The poster of the film. */
  film: PictureData;
}

/** What the company does, and the film of a drawing that is sawn into wood (ledger H-1, P-1). */
export function Hero({ words, tagline, film }: HeroProps) {
  const { heading, button, caption } = words.hero;
  return (
    <section className="sheet gap-y-[clamp(2rem,4.4vw,4.25rem)] pt-[calc(var(--spacing-header)+clamp(1.5rem,4.2vw,4rem))] lg:pt-[calc(var(--spacing-header)+clamp(1.5rem,min(4.2vw,7svh),4rem))]">
      {/* low windows leave the film its place */}
      <h1 className="-ms-[0.05em] grid grid-cols-subgrid text-mega *:col-span-full lg:text-[min(var(--text-mega),17.5svh)] greek:max-md:text-[calc(var(--text-mega)*0.96)]">
        <span>{heading[0]}</span> <span className="md:col-[4/-1]">{heading[1]}</span>
      </h1>
      <div className="row-3 grid content-between gap-7 *:max-w-[22em] md:grid-cols-[1fr_auto] md:items-end lg:col-label lg:row-2 lg:grid-cols-none lg:grid-rows-[auto_1fr] lg:items-start lg:pe-gutter lg:pb-11">
        <p className="text-large">{tagline}</p>
        {/* level with the film's foot, and with the window's as long as that is below it */}
        <p className="lg:sticky lg:bottom-11 lg:self-end">
          <ButtonLink to="/projects">{button}</ButtonLink>
        </p>
      </div>
      <div
        className="relative col-bleed row-2 md:col-[start/full-end] lg:col-main-bleed"
        data-film=""
      >
        <HeroFilm poster={film} words={words.film} />
        <div className="max-md:ps-margin">
          <DimensionLine open>{caption}</DimensionLine>
        </div>
      </div>
    </section>
  );
}

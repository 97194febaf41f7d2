import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { HeroFilm } from './hero-film.tsx';

interface HeroProps {
  words: HomeWords;
  tagline: string;
  /** What the film shows. */
  film: string;
}

/** What the company does, and the film of a drawing that is sawn into wood (ledger H-1, P-1). */
export function Hero({ words, tagline, film }: HeroProps) {
  const { heading, button, caption } = words.hero;
  return (
    <section className="hero sheet">
      <h1 className="mega">
        <span>{heading[0]}</span> <span>{heading[1]}</span>
      </h1>
      <div className="hero__text">
        <p className="large">{tagline}</p>
        <p>
          <ButtonLink to="/projects">{button}</ButtonLink>
        </p>
      </div>
      <div className="hero__media">
        <HeroFilm label={film} words={words.film} />
        <DimensionLine open>{caption}</DimensionLine>
      </div>
    </section>
  );
}

import { home } from '#app/content/texts/home.ts';
import { company } from '#app/content/texts/company.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { HeroFilm } from './hero-film.tsx';

/** What the company does, and the film of a drawing that is sawn into wood (ledger H-1, P-1). */
export function Hero({ film }: { film: string }) {
  const { heading, button, caption } = home.hero;
  return (
    <section className="hero sheet">
      <h1 className="mega">
        <span>{heading[0]}</span> <span>{heading[1]}</span>
      </h1>
      <div className="hero__text">
        <p className="large">{company.tagline}</p>
        <p>
          <ButtonLink to="/projects">{button}</ButtonLink>
        </p>
      </div>
      <div className="hero__media">
        <HeroFilm label={film} />
        <DimensionLine open>{caption}</DimensionLine>
      </div>
    </section>
  );
}

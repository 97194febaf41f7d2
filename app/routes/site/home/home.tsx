import type { Route } from './+types/home.ts';
import { clients } from '#app/content/catalogue/clients.server.ts';
import { languageOf } from '#app/content/language.ts';
import { claims, companyWords } from '#app/content/texts/company-words.server.ts';
import { home } from '#app/content/texts/home.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { SITE } from '#app/ui/site-limits.ts';
import { Joint } from '#app/ui/joint.tsx';
import type { SiteHandle } from '#app/routes/site/shell/site-handle.ts';
import { Approach } from './approach.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Clients } from './clients.tsx';
import { Featured, shownPictures } from './featured.tsx';
import { Hero } from './hero.tsx';
import { WhoWeAre, factorySizes } from './who-we-are.tsx';
import { usePreload } from '#app/routes/site/motion/use-preload.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export const handle: SiteHandle = { endsIn: 'ink' };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { ...loaderData.words, path: '/' });
}

export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const featured = projects[language].slice(0, SITE.featuredProjects).map((project, index) => {
    const { slug, title, category, year, description, image } = project;
    const card = {
      number: index + 1,
      slug,
      title,
      category,
      year,
      picture: picture(image, language),
    };
    return { ...card, text: description[0] ?? '' };
  });
  return {
    words: home[language],
    tagline: companyWords[language].tagline,
    claims: claims[language],
    featured,
    clients: clients.map(({ name }) => name),
    factory: picture('about-hero', language),
    // Cropped as the film is, which takes its place.
    film: { ...picture('hero-saw-poster', language), focus: [50, 50] as const },
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { words, factory, featured } = loaderData;
  usePreload(
    [{ picture: factory, sizes: factorySizes }, ...shownPictures(featured)],
    SITE.preloadAboutAndHome,
  );
  return (
    <>
      <Hero words={words} tagline={loaderData.tagline} film={loaderData.film} />
      <WhoWeAre words={words.about} claims={loaderData.claims} picture={factory} />
      <Joint />
      <Approach words={words.approach} />
      <Joint />
      <Featured words={words.featured} projects={featured} />
      <Joint />
      <Clients words={words.clients} clients={loaderData.clients} />
      <Joint to="ink" />
      <CallToAction words={words.cta} />
    </>
  );
}

import { useLocation } from 'react-router';
import type { Route } from './+types/about.ts';
import { languageOf } from '#app/content/language.ts';
import { about, facilityPictures } from '#app/content/texts/about.server.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { siteWords } from '#app/content/texts/site-words.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Joint } from '#app/ui/joint.tsx';
import { PageHead } from '#app/ui/page/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Viewer } from '#app/ui/viewer/viewer.tsx';
import { Facilities } from './facilities.tsx';
import { Strip } from './strip.tsx';
import { useSwipeUp } from './use-swipe-up.ts';
import { WhyUs } from './why-us.tsx';
import { Intro } from './intro.tsx';
import { openPhoto, unlessSamePage } from '#app/routes/site/open-photo.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import './about.css';

export const shouldRevalidate = unlessSamePage;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    ...loaderData.words,
    path: '/about',
    preview: loaderData.preview,
  });
}

export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  return {
    words: about[language],
    viewer: siteWords[language].viewer,
    preview: previewOf('/about', language),
    hero: picture('about-hero', language),
    facilities: facilityPictures.map((name) => picture(name, language)),
    insights: insights[language].map(({ slug, title }) => ({ slug, title })),
  };
}

export default function About({ loaderData }: Route.ComponentProps) {
  useSwipeUp();
  const address = useAddress();
  const { words, hero, facilities, insights } = loaderData;
  const photo = openPhoto(useLocation().search, facilities.length);
  const title = (
    <>
      {words.heading.before} {words.heading.brand}{' '}
      <span className="whitespace-nowrap large-letters:whitespace-normal">
        {words.heading.kept}
      </span>
    </>
  );
  return (
    <>
      <PageHead title={title} lead={words.subtitle} />
      <div className="sheet">
        <div className="col-bleed [--ratio:21/10]">
          <Picture picture={hero} sizes="100vw" eager />
        </div>
        <DimensionLine>{words.caption}</DimensionLine>
      </div>
      <Intro words={words.words} />
      <Joint />
      <Facilities words={words.facilities} pictures={facilities} />
      <Strip words={words} />
      <Joint />
      <WhyUs words={words.why} insights={insights} />
      {photo && (
        <Viewer
          words={loaderData.viewer}
          label={words.facilities.heading}
          pictures={facilities}
          open={photo}
          page={address('/about')}
        />
      )}
    </>
  );
}

import { useLocation } from 'react-router';
import type { Route } from './+types/about.ts';
import { about } from '#app/content/texts/about.ts';
import { company } from '#app/content/texts/company.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { DimensionLine } from '#app/ui/dimension-line.tsx';
import { Joint } from '#app/ui/joint.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Viewer } from '#app/ui/viewer/viewer.tsx';
import '#app/styles/about.css';
import '#app/styles/strip.css';
import { Facilities } from './facilities.tsx';
import { Strip } from './strip.tsx';
import { useSwipeUp } from './use-swipe-up.ts';
import { WhyUs } from './why-us.tsx';
import { Intro } from './intro.tsx';
import { openPhoto, unlessSamePage } from '#app/routes/site/open-photo.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';

export const shouldRevalidate = unlessSamePage;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { ...about, path: '/about', preview: loaderData.preview });
}

export function loader() {
  const facilities = about.facilities.items.map((item) => picture(item.picture));
  return {
    preview: previewOf('/about'),
    hero: picture('about-hero'),
    facilities,
    insights: insights.map(({ slug, title }) => ({ slug, title })),
  };
}

export default function About({ loaderData }: Route.ComponentProps) {
  useSwipeUp();
  const { hero, facilities, insights } = loaderData;
  const photo = openPhoto(useLocation().search, facilities.length);
  const [first, ...rest] = company.name.split(' ');
  const title = (
    <>
      About {first} <span className="nb">{rest.join(' ')}</span>
    </>
  );
  return (
    <>
      <PageHead title={title} lead={about.subtitle} />
      <div className="sheet">
        <div className="bleed about-hero">
          <Picture picture={hero} sizes="100vw" eager />
        </div>
        <DimensionLine>{about.caption}</DimensionLine>
      </div>
      <Intro />
      <Joint />
      <Facilities pictures={facilities} />
      <Strip />
      <Joint />
      <WhyUs insights={insights} />
      {photo && (
        <Viewer label={about.facilities.heading} pictures={facilities} open={photo} page="/about" />
      )}
    </>
  );
}

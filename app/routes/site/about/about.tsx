import {
  CutLink,
  DimensionLine,
  Joint,
  PageHeading,
  SectionLabel,
  Slash,
} from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import { Gallery, Viewer } from '#app/components/viewer.tsx';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { siteTexts } from '#app/content/texts/site.server.ts';
import './about.css';
import { Fragment } from 'react';
import { SITE } from '#app/components/site-limits.ts';
import { listInsights } from '#app/content/articles/articles.server.ts';
import { listCertificates } from '#app/content/catalogue/documents.server.ts';
import { getDesignPicture } from '#app/content/catalogue/pictures.server.ts';
import { facilityPictures, getAboutTexts } from '#app/content/texts/about.server.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { useSwipeToNextSection } from '#app/routes/site/motion.ts';
import { revalidateOnlyOnPageChange } from '#app/routes/site/page.ts';
import { usePicturePreload } from '../images.ts';
import type { Route } from './+types/about.ts';
import { Strip } from './strip.tsx';

export const shouldRevalidate = revalidateOnlyOnPageChange;

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/about', url);

  return {
    texts: getAboutTexts(language),
    sampleMark: getCompanyTexts(language).sample?.mark ?? '',
    certificates: listCertificates(language),
    viewer: siteTexts[language].viewer,
    head,
    hero: getDesignPicture('about-hero', language),
    facilities: facilityPictures.map((name) => getDesignPicture(name, language)),
    insights: listInsights(language)
      .slice(0, 2)
      .map(({ slug, title }) => ({ slug, title })),
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function About({ loaderData }: Route.ComponentProps) {
  useSwipeToNextSection();
  const { texts, hero, facilities } = loaderData;
  const title = `${texts.heading.before} ${texts.heading.company}`;

  return (
    <>
      <PageHead {...loaderData.head} />
      <PageHeading title={title} lead={texts.subtitle} />
      <div className="sheet">
        <div className="col-bleed ratio-21/10">
          <Picture picture={hero} sizes="100vw" eager />
        </div>
        <DimensionLine>{texts.caption}</DimensionLine>
      </div>
      <Intro {...loaderData} />
      <Joint />
      <Facilities {...loaderData} />
      <div className="@container">
        <Strip
          texts={texts}
          certificates={loaderData.certificates}
          sampleMark={loaderData.sampleMark}
        />
      </div>
      <Joint />
      <WhyUs {...loaderData} />
      <Viewer texts={loaderData.viewer} label={texts.facilities.heading} pictures={facilities} />
    </>
  );
}

function Intro({ texts }: Loaded) {
  const { heading, lede, text, stations } = texts.texts;
  return (
    <section className="fence sheet gap-y-stack py-section" aria-labelledby="words">
      <SectionLabel heading id="words">
        {heading}
      </SectionLabel>
      <p className="text-title font-330 text-balance flare md:col-main">{lede}</p>
      <p className="prose md:col-text">{text}</p>
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
    </section>
  );
}

const columnClasses = [7, 5, 5, 7, 5, 7].map((columns) =>
  columns === 7 ? 'lg:col-span-7' : 'lg:col-span-5',
);

function Facilities({ texts, facilities }: Loaded) {
  const { heading, captions } = texts.facilities;
  const galleryItems = facilities.map((picture, index) => ({
    picture,
    caption: captions[index] ?? '',
    className: columnClasses[index],
    sizes: '(min-width: 64rem) min(58vw, 56rem), (min-width: 30rem) 50vw, 92vw',
  }));

  usePicturePreload(galleryItems, SITE.preloadAboutAndHome);

  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="facilities">
      <h2 className="text-display" id="facilities">
        <Slash />
        {heading}
      </h2>
      <Gallery
        items={galleryItems}
        className="grid-cols-1 ratio-3/2 xs:grid-cols-2 lg:grid-cols-12 lg:ratio-auto"
        pictureClass="lg:h-[clamp(18rem,33vw,34rem)]"
      />
    </section>
  );
}

function WhyUs({ texts, insights }: Loaded) {
  const { heading, items, readOn, and } = texts.whyUs;
  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="why">
      <h2 className="text-display" id="why">
        <Slash />
        {heading}
      </h2>
      <ul className="grid gap-y-stack md:grid-cols-3 md:gap-x-gutter">
        {items.map(({ title, text }) => (
          <li
            key={title}
            className="grid content-start gap-3 border-t border-ink pt-5 print:break-inside-avoid"
          >
            <h3 className="text-title/[1.05] font-330 tracking-tight">{title}</h3>
            <p className="prose">{text}</p>
          </li>
        ))}
      </ul>
      {insights.length > 0 && (
        <p className="leading-text [&_a]:-my-3">
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
      )}
    </section>
  );
}

import { PageButtonLink } from '#app/components/button.tsx';
import { Drawing } from '#app/components/drawing.tsx';
import { CutLink, Joint, SectionLabel, Slash, SlashText } from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import { ProjectCard } from '#app/components/project-card.tsx';
import { preventBreaksInRanges } from '#app/components/ranges.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { listClients } from '#app/content/catalogue/documents.server.ts';
import { getDesignPicture, type PictureData } from '#app/content/catalogue/pictures.server.ts';
import { listProjects } from '#app/content/catalogue/projects.server.ts';
import type { Language } from '#app/content/language.ts';
import { getPageLanguageAndHead, isPagePublished } from '#app/content/pages.server.ts';
import { getClaims, getCompanyTexts } from '#app/content/texts/company.server.ts';
import { getHomeTexts, projectsClaim, type HomeTexts } from '#app/content/texts/home.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { usePicturePreload } from '#app/routes/site/images.ts';
import { prefersReducedData } from '#app/routes/site/motion.ts';
import type { Route } from './+types/home.ts';
import { Clients, shortenClient } from './clients.tsx';
import { Hero } from './hero.tsx';
import { useModuleNearView } from './use-module-near-view.ts';

export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead('/', url);
  // The preview of the home page is that of the site, which the data of each page has already.
  const { preview: _preview, ...headWithoutPreview } = head;
  const projects = listProjects(language);

  const featured = projects.slice(0, SITE.featuredProjects).map((project, index) => {
    const { slug, title, category, year, main } = project;
    const text = project.description[0] ?? '';
    // A saw on the first card cuts its picture into the drawing. The others need no drawing.
    const picture: PictureData = index === 0 ? main : withoutDrawing(main);
    return { slug, title, category, year, picture, text };
  });

  // Title and description are in the head already.
  const { title: _title, description: _description, pages, ...texts } = getHomeTexts(language);
  const { saw, sawAt } = getPageTexts(language).project;
  const pageLinks = Object.entries(pages).filter(([path]) => isPagePublished(path, language));

  return {
    texts,
    pageLinks,
    head: headWithoutPreview,
    tagline: getCompanyTexts(language).tagline,
    claims: [...getClaims(language), ...listProjectClaims(projects.length, language)],
    featured,
    saw: { saw, sawAt },
    clients: listClients(language).map(shortenClient),
    factory: getDesignPicture('about-hero', language),
    // Cropped like the film, which replaces it.
    film: { ...getDesignPicture('hero-saw-poster', language), focus: [50, 50] as const },
  };
}

// The data leaves out a drawing that the page does not show.
const withoutDrawing = ({ drawing: _drawing, ...picture }: PictureData) => picture;

/** Returns the claim that counts the projects; none without a project. */
function listProjectClaims(count: number, language: Language) {
  const { one, other } = projectsClaim[language];
  return count === 0 ? [] : [{ value: String(count), unit: '', label: count === 1 ? one : other }];
}

type Loaded = Route.ComponentProps['loaderData'];

export default function Home({ loaderData }: Route.ComponentProps) {
  const { texts, factory, featured } = loaderData;
  usePicturePreload(
    [{ picture: factory, sizes: factorySizes }, ...listCardPictures(featured)],
    SITE.preloadAboutAndHome,
  );

  return (
    <>
      <PageHead {...loaderData.head} />
      <Hero {...loaderData} />
      <WhoWeAre {...loaderData} />
      <Joint />
      <Approach texts={texts.approach} />
      <Joint />
      <Featured {...loaderData} />
      {loaderData.clients.length > 0 && (
        <>
          <Joint />
          <Clients texts={texts.clients} clients={loaderData.clients} />
        </>
      )}
      <Joint to="ink" />
      <CallToAction texts={texts.cta} />
    </>
  );
}

// Phones show its middle, at three quarters of its width.
const factorySizes = '(min-width: 48rem) 100vw, 134vw';

function WhoWeAre({ texts, pageLinks, claims, factory }: Loaded) {
  const { kicker, heading, lede, text, link, linkTo } = texts.aboutUs;
  return (
    <section
      className="fence sheet gap-y-[clamp(2.5rem,5vw,5rem)] py-section"
      aria-labelledby="who"
    >
      <SectionLabel heading id="who">
        {kicker} <SlashText /> {heading}
      </SectionLabel>
      <div className="grid gap-6 md:col-main">
        <p className="text-title/[1.12] font-320 tracking-tight flare forced-colors:leading-control">
          {lede}
        </p>
        <ul className="flex flex-wrap gap-x-7">
          {pageLinks.map(([path, label]) => (
            <li key={path}>
              <CutLink to={path} block>
                {label}
              </CutLink>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid justify-items-start gap-6 md:col-main">
        <p className="prose">{text}</p>
        <CutLink to="/about" block>
          {link} <span className="sr-only">{linkTo}</span>
        </CutLink>
      </div>
      <div className="col-bleed ratio-4/3 md:ratio-21/9">
        <Picture picture={factory} sizes={factorySizes} />
      </div>
      <dl className="grid grid-cols-1 gap-y-8 md:col-main md:grid-cols-subgrid">
        {claims.map((claim) => (
          <Fact key={claim.label} {...claim} />
        ))}
      </dl>
    </section>
  );
}

function Fact({ value, unit, label }: Loaded['claims'][number]) {
  return (
    <div className="@container flex flex-col-reverse justify-end gap-2 border-t border-ink pt-4 md:col-span-3 print:break-inside-avoid">
      <dt className="measure-16 leading-note text-ink-2">{label}</dt>
      <dd className="text-display/none font-light tracking-[-0.03em] whitespace-nowrap flare md:text-[min(var(--text-display),27cqi)] large-letters:whitespace-normal">
        {value}
        {unit && (
          <small className="text-[0.42em] font-normal tracking-none">
            {'\u00a0'}
            {unit}
          </small>
        )}
      </dd>
    </div>
  );
}

const drawings = ['nest', 'dovetail', 'gauge'] as const;

function Approach({ texts }: { texts: HomeTexts['approach'] }) {
  const { heading, items } = texts;
  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="approach">
      <h2 className="text-display" id="approach">
        <Slash />
        {heading}
      </h2>
      <ul className="grid md:grid-cols-3 md:border-t md:border-line">
        {items.map(({ title, text, steps, linkLabel }, index) => (
          <li
            key={title}
            className="md:not-first:seam relative row-span-3 grid grid-rows-subgrid gap-y-4 border-t border-line pt-6 pb-10 md:border-0 md:px-gutter md:pb-0 md:first:ps-0 md:last:pe-0"
            data-reveal=""
          >
            <Drawing
              name={drawings[index]!}
              className="h-[clamp(11rem,22vw,19rem)] w-auto justify-self-start py-4"
            />
            <h3 className="text-lead/[1.14] font-normal tracking-snug">{title}</h3>
            <div>
              <p className="measure-26 text-ink-2">{text}</p>
              {steps && (
                <ol className="mt-3 flex flex-wrap gap-x-[0.5em] font-strong">
                  {steps.map((step) => (
                    <li key={step} className="not-last:after:ms-[0.5em] not-last:after:slash-mark">
                      {step}
                    </li>
                  ))}
                </ol>
              )}
              {linkLabel && (
                <CutLink to="/about#certificates" block>
                  {linkLabel}
                </CutLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const cardLayouts = [
  {
    card: 'self-start bg-paper md:col-full-start/9',
    picture: 'cutaway max-md:-mx-margin',
    body: 'md:ps-[max(var(--spacing-margin),(100vw-var(--container-page))/2)]',
    sizes: '(min-width: 48rem) 66vw, 100vw',
  },
  {
    card: 'self-start bg-paper md:col-10/end md:self-end',
    picture: 'md:ratio-4/5',
    // A landscape picture covers the tall frame with its height.
    sizes: '(min-width: 48rem) 48vw, 92vw',
  },
  {
    card: 'self-start bg-paper md:col-5/11',
    sizes: '(min-width: 48rem) 48vw, 92vw',
  },
];

function listCardPictures(projects: Loaded['featured']) {
  return projects.map(({ picture }, index) => ({ picture, sizes: cardLayouts[index]!.sizes }));
}

function Featured({ texts, featured: projects, saw }: Loaded) {
  const { slash, heading, link, button } = texts.featured;
  const [section, sawModule] = useModuleNearView(() =>
    projects[0]?.picture.drawing && !prefersReducedData() ? import('./card-saw.tsx') : null,
  );
  usePicturePreload(listCardPictures(projects), SITE.preloadFeatured);

  return (
    <section
      className="fence sheet gap-y-[clamp(2.5rem,5vw,5rem)] py-section"
      aria-labelledby="featured"
      ref={section}
    >
      <SectionLabel className="self-start pt-[0.35em] max-md:-mb-7">{heading}</SectionLabel>
      <h2 className="text-display md:col-main" id="featured">
        <SlashText /> {slash}
      </h2>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.slug}
          project={{ ...project, number: index + 1 }}
          heading="h3"
          sizes={cardLayouts[index]!.sizes}
          classNames={cardLayouts[index]!}
          more={{ text: project.text, link }}
          saw={index === 0 ? sawModule?.renderCardSaw(section, project.picture, saw) : undefined}
        />
      ))}
      <p className="md:col-main xl:col-11/end xl:self-end xl:justify-self-end">
        <PageButtonLink to="/projects">{button}</PageButtonLink>
      </p>
    </section>
  );
}

function CallToAction({ texts }: { texts: HomeTexts['cta'] }) {
  const { slash, heading, text, button } = texts;
  return (
    <section className="fence sheet gap-y-stack ink py-section" aria-labelledby="start">
      <SectionLabel className="pt-[0.6em]">
        <SlashText /> {slash}
      </SectionLabel>
      <h2
        className="-ms-[0.04em] text-mega text-[clamp(2.75rem,min(13vw,1.5rem+7.9vw),10.5rem)] md:col-main"
        id="start"
      >
        {heading}
      </h2>
      <div className="grid items-end justify-items-start gap-7 md:col-main md:grid-cols-1fr-auto">
        <p className="text-large md:measure-24">{preventBreaksInRanges(text)}</p>
        <PageButtonLink to="/contact">{button}</PageButtonLink>
      </div>
    </section>
  );
}

import { ArrowButton, PlayButton, squareButtonClass } from '#app/components/controls.tsx';
import { PageLink, SectionLabel, SlashText } from '#app/components/page.tsx';
import type { ShownClient } from '#app/content/catalogue/documents.server.ts';
import { getDefaultClient } from '#app/content/formats.ts';
import type { HomeTexts } from '#app/content/texts/home.server.ts';
import type { CarouselState } from './clients-carousel.tsx';
import { useModuleNearView } from './use-module-near-view.ts';

interface ClientsProps {
  texts: HomeTexts['clients'];
  clients: readonly ShortClient[];
}

type ShortClient =
  string | [name: string, project: ShownClient['project'], mark?: ShownClient['mark']];

/** Shows a list that visitors scroll sideways themselves, and that is a carousel once its code is loaded. */
export function Clients({ texts, clients }: ClientsProps) {
  const { slash, heading } = texts;
  const [section, carouselModule] = useModuleNearView(() => import('./clients-carousel.tsx'));
  const renderButtons = (state?: CarouselState) => <Buttons texts={texts} state={state} />;

  return (
    <section
      className="sheet items-end gap-y-stack py-section"
      aria-labelledby="clients"
      ref={section}
    >
      <SectionLabel className="self-baseline max-md:-mb-4">{heading}</SectionLabel>
      <h2 className="self-baseline text-display md:col-5/12" id="clients">
        <SlashText /> {slash}
      </h2>
      <div className="flex md:col-12/end md:justify-end print:hidden noscript:hidden">
        {carouselModule ? (
          <carouselModule.Carousel section={section} renderButtons={renderButtons} />
        ) : (
          renderButtons()
        )}
      </div>
      <div
        className="carousel col-bleed border-y border-line"
        role="region"
        aria-roledescription={texts.carousel}
        aria-label={texts.label}
        tabIndex={0}
      >
        <ul className="flex print:flex-wrap">
          {clients.map(completeClient).map((client) => (
            <li
              key={client.name}
              className="seam oak-stroke relative grid shrink-0 basis-full place-items-center px-4 py-[clamp(1.75rem,4vw,3.5rem)] sm:basis-1/2 md:basis-1/3 lg:basis-1/4 xl:basis-1/5"
            >
              {client.project ? (
                <PageLink className={`${widthClass} no-underline`} to={client.project}>
                  <WordMark {...client} />
                </PageLink>
              ) : (
                <WordMark {...client} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Leaves out the paths of the word-mark and the project that follow from the client's name, which saves bytes. */
export function shortenClient({ name, mark, project }: ShownClient): ShortClient {
  const usual = getDefaultClient(name);
  if (mark !== usual.mark) return [name, project, mark];
  if (project !== usual.project) return [name, project];
  return name;
}

function completeClient(client: ShortClient): ShownClient {
  if (typeof client === 'string') return getDefaultClient(client);
  const [name, project, mark = getDefaultClient(name).mark] = client;
  return { name, project, mark };
}

function WordMark({ name, mark }: ShownClient) {
  if (!mark) {
    return <span className={`block text-center text-lead text-balance ${markClass}`}>{name}</span>;
  }
  return (
    <img
      className={`h-auto drawing bg-paper ${widthClass} ${markClass}`}
      src={mark}
      alt={name}
      width={240}
      height={80}
      loading="lazy"
      decoding="async"
    />
  );
}

const widthClass = 'w-[min(15rem,100%)]';
const markClass =
  'opacity-72 [transition:opacity_var(--transition-duration-move)] in-data-active:opacity-100';

interface ButtonsProps {
  texts: HomeTexts['clients'];
  state: CarouselState | undefined;
}

function Buttons({ texts, state }: ButtonsProps) {
  const { isPlaying = false, canGoBack, canGoForward, toggle, goBack, goForward } = state ?? {};
  return (
    <>
      <PlayButton
        className={`${squareButtonClass} *:w-6`}
        texts={texts}
        playing={isPlaying}
        disabled={!canGoBack && !canGoForward}
        onClick={toggle}
      />
      <ArrowButton
        direction="prev"
        aria-label={texts.previous}
        disabled={!canGoBack}
        onClick={goBack}
      />
      <ArrowButton
        direction="next"
        aria-label={texts.next}
        disabled={!canGoForward}
        onClick={goForward}
      />
    </>
  );
}

import { inView } from 'framer-motion/dom';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PlayButton, Stepper, stepperClass } from '#app/components/controls.tsx';
import { SectionLabel, SlashText } from '#app/components/page.tsx';
import { markNamed } from '#app/content/formats.ts';
import type { HomeMessages } from '#app/content/messages/home.server.ts';
import type { CarouselState } from './clients-carousel.tsx';

// Loaded when it comes near the view; where it cannot be, the native scroller remains.
const Carousel = lazy(() =>
  import('./clients-carousel.tsx').catch(() => ({
    default: ({ children }: { children: () => React.ReactNode }) => children(),
  })),
);

interface ClientsProps {
  messages: HomeMessages['clients'];
  clients: readonly (string | { name: string; mark: string | null })[];
}

export function Clients({ messages, clients }: ClientsProps) {
  const { slash, heading } = messages;
  const section = useRef<HTMLElement>(null);
  const [isNearView, setNearView] = useState(false);
  useEffect(() => inView(section.current!, () => setNearView(true), { margin: '50%' }), []);
  const buttons = (state?: CarouselState) => <Buttons messages={messages} state={state} />;
  return (
    <section
      className="sheet items-end gap-y-stack py-section"
      aria-labelledby="clients"
      ref={section}
    >
      <SectionLabel className="self-baseline max-md:-mb-4">{heading}</SectionLabel>
      <h2 className="self-baseline text-display md:col-5/11" id="clients">
        <SlashText /> {slash}
      </h2>
      <div className="flex md:col-11/end md:justify-end print:hidden noscript:hidden">
        {isNearView ? (
          <Suspense fallback={buttons()}>
            <Carousel section={section}>{buttons}</Carousel>
          </Suspense>
        ) : (
          buttons()
        )}
      </div>
      <div
        className="carousel col-bleed border-y border-line"
        role="region"
        aria-roledescription={messages.carousel}
        aria-label={messages.label}
        tabIndex={0}
      >
        <ul className="flex print:flex-wrap">
          {clients.map(withMark).map(({ name, mark }) => (
            <li
              key={name}
              className="seam relative grid shrink-0 basis-full place-items-center px-4 py-[clamp(1.75rem,4vw,3.5rem)] after:oak-stroke-page after:bottom-0 data-active:after:[scale:1] sm:basis-1/2 md:basis-1/3 lg:basis-1/4 xl:basis-1/5"
            >
              {mark ? (
                <img
                  className={`h-auto w-[min(15rem,100%)] ${markClass}`}
                  src={mark}
                  alt={name}
                  width={240}
                  height={80}
                  loading="lazy"
                  decoding="async"
                />
              ) : (
                <span className={`text-center text-lead text-balance ${markClass}`}>{name}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const withMark = (client: ClientsProps['clients'][number]) =>
  typeof client === 'string' ? { name: client, mark: markNamed(client) } : client;

const markClass =
  'opacity-72 [transition:opacity_var(--transition-duration-move)] in-data-active:opacity-100';

interface ButtonsProps {
  messages: HomeMessages['clients'];
  state: CarouselState | undefined;
}

function Buttons({ messages, state }: ButtonsProps) {
  const { playing = false, canGoBack, canGoOn, toggle, goBack, goOn } = state ?? {};
  return (
    <>
      <PlayButton
        className={`${stepperClass} *:w-6`}
        messages={messages}
        playing={playing}
        disabled={!canGoBack && !canGoOn}
        onClick={toggle}
      />
      <Stepper
        direction="prev"
        aria-label={messages.previous}
        disabled={!canGoBack}
        onClick={goBack}
      />
      <Stepper direction="next" aria-label={messages.next} disabled={!canGoOn} onClick={goOn} />
    </>
  );
}

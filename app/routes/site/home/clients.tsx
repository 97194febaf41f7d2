import { useRef } from 'react';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { SectionLabel } from '#app/ui/page/section-label.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { ClientsControls } from './clients-controls.tsx';

export interface ClientMark {
  name: string;
  src: string;
  width: number;
  height: number;
}

interface ClientsProps {
  words: HomeWords['clients'];
  clients: readonly ClientMark[];
}

/** The clients' word-marks (ledger H-5, P-12): a native scroller that a script turns into a loop. */
export function Clients({ words, clients }: ClientsProps) {
  const { slash, heading } = words;
  const section = useRef<HTMLElement>(null);
  return (
    <section
      className="sheet items-end gap-y-stack py-section"
      aria-labelledby="clients"
      ref={section}
    >
      <SectionLabel className="self-baseline max-md:-mb-4">{heading}</SectionLabel>
      <h2 className="self-baseline text-display md:col-[5/11]" id="clients">
        <SlashText /> {slash}
      </h2>
      <div className="flex md:col-[11/end] md:justify-end print:hidden noscript:hidden">
        <ClientsControls section={section} words={words} />
      </div>
      <div
        className="carousel col-bleed border-y border-line"
        role="region"
        aria-roledescription={words.carousel}
        aria-label={words.label}
        tabIndex={0}
      >
        <ul className="flex print:flex-wrap">
          {clients.map(({ name, src, width, height }) => (
            <li
              key={name}
              className="seam relative grid shrink-0 basis-full place-items-center px-4 py-[clamp(1.75rem,4vw,3.5rem)] after:oak-stroke-page after:bottom-0 data-active:after:[scale:1] sm:basis-1/2 md:basis-1/3 lg:basis-1/4 xl:basis-1/5"
            >
              <img
                className="h-auto w-[min(15rem,100%)] opacity-72 [transition:opacity_var(--transition-duration-move)] in-data-active:opacity-100"
                src={src}
                alt={name}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

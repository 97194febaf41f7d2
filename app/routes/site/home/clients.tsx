import { useRef } from 'react';
import type { HomeWords } from '#app/content/texts/home.server.ts';
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
    <section className="section clients sheet" aria-labelledby="clients" ref={section}>
      <p className="label at-label">{heading}</p>
      <h2 className="display" id="clients">
        <SlashText /> {slash}
      </h2>
      <div className="clients__nav">
        <ClientsControls section={section} words={words} />
      </div>
      <div
        className="carousel"
        role="region"
        aria-roledescription={words.carousel}
        aria-label={words.label}
        tabIndex={0}
      >
        <ul className="logos">
          {clients.map(({ name, src, width, height }) => (
            <li key={name}>
              <img
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

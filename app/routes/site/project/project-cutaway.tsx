import { useRef } from 'react';
import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { ProjectSaw } from './project-saw.tsx';

interface ProjectCutawayProps {
  words: PageWords['project'];
  main: PictureData & { drawing: boolean };
  number: number;
  location: string;
  year: string;
}

/**
 * The main picture, parted by the kerf from its line drawing. The saw moves the kerf; without
 * JavaScript the kerf stands still and shows both.
 */
export function ProjectCutaway({ words, main, number, location, year }: ProjectCutawayProps) {
  const box = useRef<HTMLDivElement>(null);
  const look = 'w-full max-h-[88svh]';
  const className = main.drawing ? `${look} cutaway` : look;
  return (
    <div className="project-main sheet [--ratio:16/9]">
      <div className="col-bleed" ref={box}>
        <Picture picture={main} sizes="100vw" eager className={className}>
          {main.drawing && <LineDrawing picture={main} />}
        </Picture>
      </div>
      {main.drawing && <ProjectSaw words={words} over={box} />}
      <p className="dim">
        <span>
          {String(number).padStart(2, '0')} <SlashText /> {location} <SlashText /> {year}
        </span>
      </p>
    </div>
  );
}

function LineDrawing({ picture: { name, width, height } }: { picture: PictureData }) {
  const file = `/drawings/${name}`;
  return (
    <img
      className="cutaway__drawing"
      src={`${file}-1440.png`}
      srcSet={`${file}-720.png 720w, ${file}-1440.png 1440w`}
      // A hair less than it is shown, so that phones of 720 dots to the line take the small file.
      sizes="(max-width: 47.99rem) 97vw, 100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
    />
  );
}

import { useRef } from 'react';
import { DimensionLine, SlashText } from '#app/components/page.tsx';
import { Picture, PictureCredit, type PictureData } from '#app/components/picture.tsx';
import { PhotoLink } from '#app/components/viewer.tsx';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { LineDrawing, Saw } from '#app/routes/site/saw.tsx';

interface ProjectCutawayProps {
  texts: PageTexts['project'];
  main: PictureData & { drawing?: string };
  number: number;
  location: string;
  year: string;
}

/** Shows the main picture, which opens the Viewer. If it has a drawing, a slider, the saw, cuts it open to the drawing. */
export function ProjectCutaway({ texts, main, number, location, year }: ProjectCutawayProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const look = 'w-full max-h-[88svh]';
  const className = main.drawing ? `${look} cutaway` : look;
  return (
    <div className="project-main sheet ratio-16/9">
      <PhotoLink className="col-bleed" photoNumber={1} ref={link}>
        <Picture picture={main} sizes="100vw" eager className={className}>
          {main.drawing && <LineDrawing picture={main} file={main.drawing} wideSize="100vw" />}
        </Picture>
        <span className="sr-only print:hidden">{texts.enlarge}</span>
      </PhotoLink>{' '}
      {main.drawing && (
        <label className="saw relative col-bleed hidden grid-cols-subgrid js:grid">
          <Saw box={link} positions={texts.sawAt} />
          <span className="col-start/end text-end text-note text-ink-2 max-xs:text-start">
            {texts.saw}
          </span>
        </label>
      )}
      <DimensionLine>
        {String(number).padStart(2, '0')} <SlashText />{' '}
        {location && (
          <>
            {location} <SlashText />{' '}
          </>
        )}
        {year}
      </DimensionLine>
      <PictureCredit credit={main.credit} className="text-ink-2" />
    </div>
  );
}

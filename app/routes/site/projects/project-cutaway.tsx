import { useRef } from 'react';
import { DimensionLine, SlashText } from '#app/components/page.tsx';
import { Picture, PictureCredit } from '#app/components/picture.tsx';
import { PhotoLink } from '#app/components/viewer.tsx';
import { LineDrawing, Saw } from '#app/routes/site/saw.tsx';
import type { Route } from './+types/project.ts';

/** Shows the main picture, which opens the Viewer. If it has a drawing, a slider, the saw, cuts it open to the drawing. */
export function ProjectCutaway(page: Route.ComponentProps['loaderData']) {
  const { texts, project, number: projectNumber, location } = page;
  const { main: mainPicture, year } = project;
  const { drawing } = mainPicture;
  const photoLink = useRef<HTMLAnchorElement>(null);

  return (
    <div className="project-main sheet ratio-16/9">
      <PhotoLink className="col-bleed" photoNumber={1} ref={photoLink}>
        <Picture
          picture={mainPicture}
          sizes="100vw"
          eager
          className={`max-h-[88svh] w-full ${drawing ? 'cutaway' : ''}`}
        >
          {drawing && <LineDrawing picture={mainPicture} file={drawing} wideSize="100vw" />}
        </Picture>
        <span className="sr-only print:hidden">{texts.enlarge}</span>
      </PhotoLink>{' '}
      {drawing && (
        <label className="saw relative col-bleed hidden grid-cols-subgrid js:grid">
          <Saw pictureContainer={photoLink} positionTexts={texts.sawAt} />
          <span className="col-start/end text-end text-note text-ink-2 max-xs:text-start">
            {texts.saw}
          </span>
        </label>
      )}
      <DimensionLine>
        {String(projectNumber).padStart(2, '0')} <SlashText />{' '}
        {location && (
          <>
            {location} <SlashText />{' '}
          </>
        )}
        {year}
      </DimensionLine>
      <PictureCredit credit={mainPicture.credit} className="text-ink-2" />
    </div>
  );
}

import type { RefObject } from 'react';
import type { PictureData } from '#app/components/picture.tsx';
import type { CardSaw } from '#app/components/project-card.tsx';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { LineDrawing, Saw } from '../saw.tsx';
import styles from './card-saw.css?url';

// The module is loaded when its style sheet is: without styles the drawing would push the page down.
await new Promise((resolve, reject) => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: styles, onload: resolve, onerror: reject });
  document.head.append(link);
});

type Texts = Pick<PageTexts['project'], 'saw' | 'sawAt'>;

/** Renders the two parts of the saw of the first card, which is in `box`; none without a drawing. */
export function renderCardSaw(
  box: RefObject<HTMLElement | null>,
  picture: PictureData,
  texts: Texts,
): CardSaw | undefined {
  const file = picture.drawing;
  if (!file) return undefined;

  const drawing = <LineDrawing picture={picture} file={file} wideSize="66vw" />;
  const slider = (
    <label className="saw card-saw">
      <span className="sr-only">{texts.saw}</span>
      <Saw pictureContainer={box} positionTexts={texts.sawAt} />
    </label>
  );
  return { drawing, slider };
}

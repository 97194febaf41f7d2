import { type RefObject, useEffect, useRef } from 'react';
import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { cutPosition } from './cut-position.ts';

interface ProjectSawProps {
  words: PageWords['project'];
  over: RefObject<HTMLElement | null>;
}

/** The saw: a range input, drawn as the dimension line, that moves the kerf over the picture. */
export function ProjectSaw({ words, over }: ProjectSawProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = useRef({ width: 0, height: 0 });
  // Writes only: what it needs to know was measured before, so that a drag keeps up with the screen.
  const cut = () => {
    const picture = pictureIn(over);
    if (!picture || !input.current) return;
    const value = Number(input.current.value);
    picture.style.setProperty('--cut', `${cutPosition(value, size.current)}%`);
    input.current.setAttribute('aria-valuetext', spoken(value, words.sawAt));
  };
  // The browser may bring back an earlier position, and a new width moves the thumb.
  useEffect(() => {
    const picture = pictureIn(over);
    if (!picture) return;
    const observer = new ResizeObserver(() => {
      size.current = { width: picture.offsetWidth, height: picture.offsetHeight };
      cut();
    });
    observer.observe(picture);
    return () => observer.disconnect();
  }, [over]);
  return (
    <label className="saw relative col-bleed hidden grid-cols-subgrid js:grid">
      <input
        ref={input}
        type="range"
        min="0"
        max="100"
        defaultValue="0"
        aria-valuetext={spoken(0, words.sawAt)}
        onInput={cut}
      />
      <span className="col-[start/end] text-end text-note text-ink-2 max-[30rem]:text-start">
        {words.saw}
      </span>
    </label>
  );
}

function pictureIn(box: RefObject<HTMLElement | null>): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>('.cutaway') ?? null;
}

/** How the saw's place is read out. */
function spoken(value: number, { picture, drawing, share }: PageWords['project']['sawAt']): string {
  if (value === 0) return picture;
  return value === 100 ? drawing : `${value} ${share}`;
}

import { type RefObject, useEffect, useRef } from 'react';
import { projectPage } from '#app/content/site-pages.ts';
import { cutPosition } from './cut-position.ts';

/** The saw: a range input, drawn as the dimension line, that moves the kerf over the picture. */
export function ProjectSaw({ over }: { over: RefObject<HTMLElement | null> }) {
  const input = useRef<HTMLInputElement>(null);
  const cut = () => {
    const picture = over.current?.querySelector<HTMLElement>('.cutaway');
    if (!picture || !input.current) return;
    const size = { width: picture.offsetWidth, height: picture.offsetHeight };
    picture.style.setProperty('--cut', `${cutPosition(Number(input.current.value), size)}%`);
  };
  // The browser may bring back an earlier position, and a new width moves the thumb.
  useEffect(() => {
    cut();
    window.addEventListener('resize', cut);
    return () => window.removeEventListener('resize', cut);
  });
  return (
    <label className="saw bleed">
      <input ref={input} type="range" min="0" max="100" defaultValue="0" onInput={cut} />
      <span>{projectPage.saw}</span>
    </label>
  );
}

import { useEffect, useState } from 'react';
import { Picture, type PictureData } from '#app/ui/picture.tsx';

/* As large as its shape and the window allow; its own rules are those of any frame, so these are strong. */
const frame = 'max-h-full max-w-full bg-[#1f242d]! [&_img]:object-contain!';
const wide = 'w-[min(100%,calc((100svh-11.5rem)*1.5))] [--ratio:3/2]';
const tall = 'w-[min(100%,calc((100svh-11.5rem)*0.8))] [--ratio:4/5]';

interface ViewerStageProps {
  pictures: readonly PictureData[];
  /** Which one is shown, from 1. */
  open: number;
}

/** The picture that is open. Its neighbours are loaded beside it, unseen, once a script runs. */
export function ViewerStage({ pictures, open }: ViewerStageProps) {
  const [running, setRunning] = useState(false);
  useEffect(() => setRunning(true), []);
  const last = pictures.length - 1;
  const shown = open - 1;
  const near = running ? [shown === 0 ? last : shown - 1, shown === last ? 0 : shown + 1] : [];
  return (
    <div className="relative grid min-h-0 place-items-center px-margin">
      {pictures.map((picture, index) => {
        if (index !== shown && !near.includes(index)) return null;
        const { name, width, height } = picture;
        const className = index === shown ? `${frame} ${height > width ? tall : wide}` : 'hidden!';
        return <Picture key={name} picture={picture} sizes="100vw" className={className} eager />;
      })}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { Picture, type PictureData } from '#app/ui/picture.tsx';

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
    <div className="viewer__stage">
      {pictures.map((picture, index) => {
        if (index !== shown && !near.includes(index)) return null;
        const { name, width, height } = picture;
        const tall = height > width ? 'viewer__tall' : '';
        const className = index === shown ? tall : 'viewer__near';
        return <Picture key={name} picture={picture} sizes="100vw" className={className} eager />;
      })}
    </div>
  );
}

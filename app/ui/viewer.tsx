import { Link } from 'react-router';
import { Picture, type PictureData } from './picture.tsx';
import { StepperLink } from './stepper.tsx';

interface ViewerProps {
  /** What the pictures are of, for the name of the dialog. */
  label: string;
  pictures: readonly PictureData[];
  /** Which one is open, from 1. */
  open: number;
  /** The page without the viewer. */
  page: string;
}

/** The full-screen viewer. Its steps are links: it works without JavaScript, and Back closes it. */
export function Viewer({ label, pictures, open, page }: ViewerProps) {
  const shown = pictures[open - 1];
  if (!shown) return null;
  const before = open === 1 ? pictures.length : open - 1;
  const after = open === pictures.length ? 1 : open + 1;
  return (
    <div className="viewer ink" role="dialog" aria-modal="true" aria-label={`${label}, pictures`}>
      <div className="viewer__bar">
        <p className="viewer__count" aria-live="polite">
          {open} / {pictures.length}
        </p>
        <Link className="x" to={page} aria-label="Close" preventScrollReset />
      </div>
      <div className="viewer__stage">
        <Picture picture={shown} sizes="100vw" eager />
      </div>
      <div className="viewer__foot">
        <p className="note">{shown.alt}</p>
        <div>
          <Step direction="prev" to={before} label="Previous picture" />
          <Step direction="next" to={after} label="Next picture" />
        </div>
      </div>
    </div>
  );
}

function Step({ direction, to, label }: { direction: 'prev' | 'next'; to: number; label: string }) {
  const url = `?photo=${to}`;
  return (
    <StepperLink direction={direction} to={url} aria-label={label} preventScrollReset replace />
  );
}

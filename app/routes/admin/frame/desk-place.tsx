import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { useDeskFrame } from './use-desk-frame.ts';

interface DeskPlaceProps {
  title: string;
  intro: string;
  children: ReactNode;
}

/** Another page of the desk, with the way back to the list. */
export function DeskPlace({ title, intro, children }: DeskPlaceProps) {
  const words = useDeskFrame();
  return (
    <>
      <div className="desk__head">
        <div>
          <h1>{title}</h1>
          <p className="desk__intro">{intro}</p>
        </div>
        <Link className="plainbtn" to={href('/admin/dashboard')}>
          {words.title}
        </Link>
      </div>
      <div className="desk__place">{children}</div>
    </>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { desk } from '#app/content/desk/desk.ts';

interface DeskPlaceProps {
  title: string;
  intro: string;
  children: ReactNode;
}

/** Another page of the desk, with the way back to the list. */
export function DeskPlace({ title, intro, children }: DeskPlaceProps) {
  return (
    <>
      <div className="desk__head">
        <div>
          <h1>{title}</h1>
          <p className="desk__intro">{intro}</p>
        </div>
        <Link className="plainbtn" to="/admin/dashboard">
          {desk.title}
        </Link>
      </div>
      <div className="desk__place">{children}</div>
    </>
  );
}

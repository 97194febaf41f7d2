import type { ReactNode } from 'react';
import { Link, href } from 'react-router';
import { DeskTitle } from './page/desk-title.tsx';
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
      <DeskTitle
        title={title}
        ways={
          <Link className="plain-button" to={href('/admin/dashboard')}>
            {words.title}
          </Link>
        }
      >
        <p className="mt-2 max-w-[40em] text-ink-2">{intro}</p>
      </DeskTitle>
      <div className="px-margin pb-16">{children}</div>
    </>
  );
}

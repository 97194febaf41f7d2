import type { ReactNode } from 'react';

interface MessagePageProps {
  title: string;
  text: string;
  /** Said as soon as it appears, to those who hear the page. */
  alert?: boolean;
  fence?: boolean;
  /** The ways on from here. */
  children: ReactNode;
}

/** A page in place of another: what it had is not there any more, or could not be made. */
export function MessagePage({ title, text, alert, fence, children }: MessagePageProps) {
  return (
    <section
      className={`sheet ${fence ? 'fence' : ''} min-h-[46svh] content-center gap-y-6 pt-[calc(var(--spacing-header)+6vw)] pb-section print:min-h-0`}
      role={alert ? 'alert' : undefined}
    >
      <h1 className="text-display md:col-main">{title}</h1>
      <p className="text-large md:col-text">{text}</p>
      <p className="flex flex-wrap items-center gap-x-7 gap-y-4 md:col-text">{children}</p>
    </section>
  );
}

import type { ReactNode } from 'react';
import { PageLink } from '#app/components/links.tsx';

interface PageHeadProps {
  crumbs?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  className?: string;
}

export function PageHead({ crumbs, title, lead, className = '' }: PageHeadProps) {
  return (
    <section
      className={`sheet gap-y-stack pt-[calc(var(--spacing-header)+clamp(2.5rem,7vw,7.5rem))] pb-[clamp(2rem,4.5vw,4.5rem)] print:pt-0 print:pb-[8mm] ${className}`}
    >
      {crumbs}
      <h1 className="-ms-[0.045em] text-mega">{title}</h1>
      {lead && <p className="max-w-[22em] text-lead font-lead md:col-main">{lead}</p>}
    </section>
  );
}

interface CrumbsProps {
  from: { label: string; to: string };
  /** What follows: one element each; the slash between them is drawn by the style. */
  children: ReactNode;
}

export function Crumbs({ from, children }: CrumbsProps) {
  return (
    <p className="crumbs flex flex-wrap items-center gap-x-[0.6em] text-note text-ink-2">
      <PageLink className="inline-flex min-h-target min-w-target items-center quiet" to={from.to}>
        {from.label}
      </PageLink>
      {children}
    </p>
  );
}

interface SectionLabelProps {
  /** The section's heading, where it has no other. */
  heading?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function SectionLabel({ heading, id, className = '', children }: SectionLabelProps) {
  const Tag = heading ? 'h2' : 'p';
  return (
    <Tag
      id={id}
      className={`text-large font-[420] tracking-none flare md:col-label md:pe-gutter ${className}`}
    >
      {children}
    </Tag>
  );
}

interface MessagePageProps {
  title: string;
  text: string;
  /** Said as soon as it appears, to those who hear the page. */
  alert?: boolean;
  fence?: boolean;
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

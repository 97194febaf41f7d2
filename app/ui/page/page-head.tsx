import type { ReactNode } from 'react';

interface PageHeadProps {
  /** Where the page belongs, above its title. */
  crumbs?: ReactNode;
  title: ReactNode;
  /** A line under the title, at the fence. */
  lead?: ReactNode;
  className?: string;
}

/** The head of an inner page. */
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

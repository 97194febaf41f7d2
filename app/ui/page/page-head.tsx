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
export function PageHead({ crumbs, title, lead, className }: PageHeadProps) {
  return (
    <section className={className ? `pagehead sheet ${className}` : 'pagehead sheet'}>
      {crumbs}
      <h1 className="mega">{title}</h1>
      {lead && <p className="lead at-main">{lead}</p>}
    </section>
  );
}

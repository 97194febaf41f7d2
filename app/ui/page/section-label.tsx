import type { ReactNode } from 'react';

interface SectionLabelProps {
  /** The section's heading, where it has no other. */
  heading?: boolean;
  id?: string;
  /** Utilities for its place. */
  className?: string;
  children: ReactNode;
}

/** The words left of the fence that say what a section is. */
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

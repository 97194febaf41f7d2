import type { ReactNode } from 'react';

interface PanelProps {
  id: string;
  heading: string;
  /** How wide it is beside the others: see the strip. */
  width?: 'full' | 'wide';
  children: ReactNode;
}

const widths = { normal: '', full: 'panel-full', wide: 'panel-wide' };

/** A part of the strip. */
export function Panel({ id, heading, width, children }: PanelProps) {
  return (
    <section
      className={`panel grid content-start gap-stack border-t border-line px-margin py-[clamp(3rem,9vw,6rem)] print:block print:py-[4mm] ${widths[width ?? 'normal']}`}
      id={id}
      tabIndex={-1}
    >
      <h2 className="text-title">{heading}</h2>
      {children}
    </section>
  );
}

interface ItemsProps {
  items: readonly { title: string; text: string }[];
  list: 'ol' | 'ul';
}

/** What a panel lists: a heading and a few words each. */
export function Items({ items, list: List }: ItemsProps) {
  return (
    <List className="panel-items grid grid-cols-1">
      {items.map(({ title, text }) => (
        <li
          key={title}
          className="panel-item grid content-start gap-1.5 border-t border-line py-5.5 print:break-inside-avoid"
        >
          <h3 className="text-large/[1.25] font-book">{title}</h3>
          <p className="max-w-[30em] text-ink-2">{text}</p>
        </li>
      ))}
    </List>
  );
}

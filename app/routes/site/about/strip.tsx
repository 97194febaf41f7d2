import type { ReactNode } from 'react';
import { about } from '#app/content/texts/about.ts';
import { Certificates } from './certificates.tsx';
import { Procedures } from './procedures.tsx';
import { useStrip } from './use-strip.ts';

const index = [
  { id: 'mission', name: 'Mission' },
  { id: 'philosophy', name: 'Philosophy' },
  { id: 'values', name: 'Values' },
  { id: 'procedures', name: 'Procedures' },
  { id: 'certificates', name: 'Certificates' },
];

/**
 * Mission to certificates (ledger ): side by side in a native scroller on wide
 * screens, one below the other on narrow ones. Reading order and keyboard need no script; with one,
 * the page's own scrolling moves the row.
 */
export function Strip() {
  const { strip, current, go } = useStrip();
  return (
    <section className="strip" ref={strip} aria-label="How we think and work">
      <div className="strip__pin">
        <nav className="strip__index" aria-label="In this part">
          {index.map(({ id, name }) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={go}
            >
              {name}
            </a>
          ))}
        </nav>
        <div
          className="strip__scroll"
          tabIndex={0}
          role="region"
          aria-label="Mission, philosophy, values, procedures and certificates. Scrolls sideways."
        >
          <Panel id="mission" heading={about.mission.heading}>
            <div>
              <p className="mission">{about.mission.text}</p>
              <p className="large">{about.mission.note}</p>
            </div>
          </Panel>
          <Panel id="philosophy" heading={about.philosophy.heading}>
            <Items items={about.philosophy.items} list="ol" />
          </Panel>
          <Panel id="values" heading={about.values.heading}>
            <Items items={about.values.items} list="ul" />
          </Panel>
          <Panel id="procedures" heading={about.procedures.heading} wide>
            <Procedures />
          </Panel>
          <Panel id="certificates" heading={about.certificates.heading}>
            <Certificates />
          </Panel>
        </div>
      </div>
    </section>
  );
}

interface PanelProps {
  id: string;
  heading: string;
  wide?: boolean;
  children: ReactNode;
}

function Panel({ id, heading, wide, children }: PanelProps) {
  return (
    <section className={wide ? 'panel panel--wide' : 'panel'} id={id} tabIndex={-1}>
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

interface ItemsProps {
  items: readonly { title: string; text: string }[];
  list: 'ol' | 'ul';
}

function Items({ items, list: List }: ItemsProps) {
  return (
    <List className={`items items--${items.length}`}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}

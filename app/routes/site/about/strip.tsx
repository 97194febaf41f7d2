import type { ReactNode } from 'react';
import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Certificates } from './certificates.tsx';
import { Procedures } from './procedures.tsx';
import { useStrip } from './use-strip.ts';

const index = ['mission', 'philosophy', 'values', 'procedures', 'certificates'] as const;

/**
 * Mission to certificates (ledger ): side by side in a native scroller on wide
 * screens, one below the other on narrow ones. Reading order and keyboard need no script; with one,
 * the page's own scrolling moves the row.
 */
export function Strip({ words }: { words: AboutWords }) {
  const { mission, philosophy, values, procedures, certificates } = words;
  const { strip, current, go } = useStrip();
  return (
    <section className="strip" ref={strip} aria-label={words.strip.label}>
      <div className="strip__pin">
        <nav className="strip__index" aria-label={words.strip.index}>
          {index.map((id) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={go}
            >
              {words.strip.names[id]}
            </a>
          ))}
        </nav>
        <div className="strip__scroll" tabIndex={0} role="region" aria-label={words.strip.scroller}>
          <Panel id="mission" heading={mission.heading}>
            <div>
              <p className="mission">{mission.text}</p>
              <p className="large">{mission.note}</p>
            </div>
          </Panel>
          <Panel id="philosophy" heading={philosophy.heading}>
            <Items items={philosophy.items} list="ol" />
          </Panel>
          <Panel id="values" heading={values.heading}>
            <Items items={values.items} list="ul" />
          </Panel>
          <Panel id="procedures" heading={procedures.heading} wide>
            <Procedures words={procedures} />
          </Panel>
          <Panel id="certificates" heading={certificates.heading}>
            <Certificates words={certificates} />
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

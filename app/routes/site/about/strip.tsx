import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Certificates } from './certificates.tsx';
import { Items, Panel } from './panel.tsx';
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
    <section className="strip relative" ref={strip} aria-label={words.strip.label} data-strip="">
      <div className="strip-window">
        <nav
          className="strip-index hidden border-y border-line px-margin"
          aria-label={words.strip.index}
        >
          {index.map((id) => (
            <a
              key={id}
              className="relative flex min-h-13 flex-1 items-center gap-[0.6em] text-note font-medium text-ink-2 no-underline before:slash-mark aria-[current]:text-ink"
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={go}
            >
              {words.strip.names[id]}
            </a>
          ))}
        </nav>
        <div
          className="strip-row print:py-[4mm]"
          tabIndex={0}
          role="region"
          aria-label={words.strip.scroller}
        >
          <Panel id="mission" heading={mission.heading}>
            <div>
              <p className="panel-claim text-display/[1.02] font-[310] tracking-[-0.028em] flare">
                {mission.text}
              </p>
              <p className="mt-6 max-w-[28em] text-large text-ink-2">{mission.note}</p>
            </div>
          </Panel>
          <Panel id="philosophy" heading={philosophy.heading} width="full">
            <Items items={philosophy.items} list="ol" />
          </Panel>
          <Panel id="values" heading={values.heading} width="full">
            <Items items={values.items} list="ul" />
          </Panel>
          <Panel id="procedures" heading={procedures.heading} width="wide">
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

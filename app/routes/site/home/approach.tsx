import type { HomeWords } from '#app/content/texts/home.server.ts';
import { Drawing } from '#app/ui/drawing.tsx';
import { Slash } from '#app/ui/slash.tsx';

/** What is drawn beside each point. */
const drawings = ['nest', 'dovetail', 'gauge'] as const;

/** The three points of the approach (ledger H-3, P-3). */
export function Approach({ words }: { words: HomeWords['approach'] }) {
  const { heading, items } = words;
  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="approach">
      <h2 className="text-display" id="approach">
        <Slash />
        {heading}
      </h2>
      <ul className="grid md:grid-cols-3 md:border-t md:border-line">
        {items.map(({ title, text, steps }, index) => {
          const drawing = drawings[index];
          return (
            <li
              key={title}
              className="relative row-span-3 grid grid-rows-subgrid gap-y-4 border-t border-line pt-6 pb-10 md:border-0 md:px-gutter md:pb-0 md:not-first:seam md:first:ps-0 md:last:pe-0"
              data-reveal=""
            >
              {drawing && (
                <Drawing
                  name={drawing}
                  className="h-[clamp(11rem,22vw,19rem)] w-auto justify-self-start py-4"
                />
              )}
              <h3 className="text-lead/[1.14] font-normal tracking-snug">{title}</h3>
              <div>
                <p className="max-w-[26em] text-ink-2">{text}</p>
                {steps && <Steps steps={steps} />}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-3 flex flex-wrap gap-x-[0.5em] font-strong">
      {steps.map((step) => (
        <li key={step} className="not-first:before:me-[0.5em] not-first:before:slash-mark">
          {step}
        </li>
      ))}
    </ol>
  );
}

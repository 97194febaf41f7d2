import type { HomeWords } from '#app/content/texts/home.server.ts';
import { Drawing } from '#app/ui/drawings/drawing.tsx';
import { dovetail } from '#app/ui/drawings/dovetail.ts';
import { gauge } from '#app/ui/drawings/gauge.ts';
import { nest } from '#app/ui/drawings/nest.ts';
import { Slash } from '#app/ui/slash.tsx';

/** What is drawn beside each point. */
const sheets = [nest, dovetail, gauge];

/** The three points of the approach (ledger H-3, P-3). */
export function Approach({ words }: { words: HomeWords['approach'] }) {
  const { heading, items } = words;
  return (
    <section className="section approach sheet" aria-labelledby="approach">
      <h2 className="display" id="approach">
        <Slash />
        {heading}
      </h2>
      <ul className="tri">
        {items.map(({ title, text, steps }, index) => {
          const sheet = sheets[index];
          return (
            <li key={title} data-reveal="">
              {sheet && <Drawing sheet={sheet} />}
              <h3>{title}</h3>
              <div>
                <p>{text}</p>
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
    <ol className="stepsline">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

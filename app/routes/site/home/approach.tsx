import { home } from '#app/content/texts/home.ts';
import { Drawing } from '#app/ui/drawings/drawing.tsx';
import { dovetail } from '#app/ui/drawings/dovetail.ts';
import { gauge } from '#app/ui/drawings/gauge.ts';
import { nest } from '#app/ui/drawings/nest.ts';
import { Slash } from '#app/ui/slash.tsx';

const sheets = { nest, dovetail, gauge };

/** The three points of the approach (ledger H-3, P-3). */
export function Approach() {
  const { heading, items } = home.approach;
  return (
    <section className="sheet section approach" aria-labelledby="approach">
      <h2 className="display" id="approach">
        <Slash />
        {heading}
      </h2>
      <ul className="tri">
        {items.map((item) => (
          <li key={item.title} data-reveal="">
            <Drawing sheet={sheets[item.drawing]} />
            <h3>{item.title}</h3>
            <div>
              <p>{item.text}</p>
              {'steps' in item && <Steps steps={item.steps} />}
            </div>
          </li>
        ))}
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

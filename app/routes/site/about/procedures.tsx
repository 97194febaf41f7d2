import { about } from '#app/content/about.ts';
import { Drawing } from '#app/ui/drawing.tsx';
import { assessment } from '#app/ui/drawings/assessment.ts';
import { design } from '#app/ui/drawings/design.ts';
import { installation } from '#app/ui/drawings/installation.ts';
import { management } from '#app/ui/drawings/management.ts';
import { production } from '#app/ui/drawings/production.ts';
import { quality } from '#app/ui/drawings/quality.ts';

const sheets = [design, assessment, management, production, quality, installation];

/** The six steps; the list's marker numbers them (ledger A-5). */
export function Procedures() {
  return (
    <ol className="proc">
      {about.procedures.items.map(({ title, text }, index) => {
        const sheet = sheets[index];
        return (
          <li key={title}>
            {sheet && <Drawing sheet={sheet} />}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        );
      })}
    </ol>
  );
}

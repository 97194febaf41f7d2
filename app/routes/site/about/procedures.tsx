import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Drawing } from '#app/ui/drawings/drawing.tsx';
import { assessment } from '#app/ui/drawings/assessment.ts';
import { design } from '#app/ui/drawings/design.ts';
import { installation } from '#app/ui/drawings/installation.ts';
import { management } from '#app/ui/drawings/management.ts';
import { production } from '#app/ui/drawings/production.ts';
import { quality } from '#app/ui/drawings/quality.ts';
import { PlayButton } from '#app/ui/play-button.tsx';
import { useTurns } from './use-turns.ts';

const sheets = [design, assessment, management, production, quality, installation];

/** The six steps; the list's marker numbers them, a script highlights them in turn (ledger A-5). */
export function Procedures({ words }: { words: AboutWords['procedures'] }) {
  const { items } = words;
  const { list, turn, playing, toggle, point, leave } = useTurns(items.length);
  return (
    <>
      <PlayButton className="proc__pause" words={words} playing={playing} onClick={toggle} />
      <ol className="proc" ref={list} onPointerLeave={leave}>
        {items.map(({ title, text }, index) => {
          const sheet = sheets[index];
          return (
            <li
              key={title}
              data-on={index === turn ? '' : undefined}
              onPointerEnter={() => point(index)}
            >
              {sheet && <Drawing sheet={sheet} />}
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Drawing } from '#app/ui/drawing.tsx';
import { PlayButton } from '#app/ui/play-button.tsx';
import { useTurns } from './use-turns.ts';

const drawings = [
  'design',
  'assessment',
  'management',
  'production',
  'quality',
  'installation',
] as const;

const pause =
  'step-pause grid size-11 place-items-center border border-ink *:w-4 motion-reduce:hidden print:hidden noscript:hidden';

const place = 'row-[1/3] h-24 w-full large-letters:row-auto large-letters:w-24';

/** The six steps; the list's marker numbers them, a script highlights them in turn (ledger A-5). */
export function Procedures({ words }: { words: AboutWords['procedures'] }) {
  const { items } = words;
  const { list, turn, playing, toggle, point, leave } = useTurns(items.length);
  return (
    <>
      <PlayButton className={pause} words={words} playing={playing} onClick={toggle} />
      <ol className="steps panel-items grid" ref={list} onPointerLeave={leave}>
        {items.map(({ title, text }, index) => {
          const drawing = drawings[index];
          return (
            <li
              key={title}
              className="step relative grid grid-cols-[6.5rem_1fr] items-center gap-x-5 border-t border-line py-4 print:break-inside-avoid large-letters:grid-cols-1"
              data-on={index === turn ? '' : undefined}
              onPointerEnter={() => point(index)}
            >
              {drawing && <Drawing name={drawing} className={place} />}
              <h3 className="self-end text-large/control font-book">{title}</h3>
              <p className="self-start leading-[1.45] text-ink-2">{text}</p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

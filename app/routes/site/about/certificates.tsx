import type { ReactNode } from 'react';
import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Drawer } from '#app/ui/drawer.tsx';

/** Where the certificates are, in their order; the last one is still to come. */
const files = ['/certificates/iso-9001-2015.pdf', '/certificates/iso-14001-2015.pdf'];

/** Two certificates as PDF files, a third to come (ledger A-6). */
export function Certificates({ words }: { words: AboutWords['certificates'] }) {
  return (
    <ul className="grid">
      {words.items.map(({ title, text, status }, index) => (
        <li key={title} className="border-t border-ink last:border-b">
          {status ? (
            <div className={`${row} text-ink-2`}>
              <Entry title={title} get={status} text={text} />
            </div>
          ) : (
            <a className={`${row} no-underline`} href={files[index]} target="_blank" rel="noopener">
              <Entry title={<Drawer>{title}</Drawer>} get="PDF" text={text} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const row =
  'grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 py-6 large-letters:grid-cols-1';

interface EntryProps {
  title: ReactNode;
  /** What can be had of it. */
  get: string;
  text: string;
}

function Entry({ title, get, text }: EntryProps) {
  return (
    <>
      <b className="text-lead/heading font-normal tracking-[-0.012em]">{title}</b>
      <span className="font-medium">{get}</span>
      <span className="col-start-1 text-note text-ink-2">{text}</span>
    </>
  );
}

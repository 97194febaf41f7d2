import type { AboutWords } from '#app/content/texts/about.server.ts';
import { Drawer } from '#app/ui/drawer.tsx';

/** Where the certificates are, in their order; the last one is still to come. */
const files = ['/certificates/iso-9001-2015.pdf', '/certificates/iso-14001-2015.pdf'];

/** Two certificates as PDF files, a third to come (ledger A-6). */
export function Certificates({ words }: { words: AboutWords['certificates'] }) {
  return (
    <ul className="certs">
      {words.items.map(({ title, text, status }, index) => (
        <li key={title}>
          {status ? (
            <div>
              <b>{title}</b>
              <span className="get">{status}</span>
              <span className="note">{text}</span>
            </div>
          ) : (
            <a href={files[index]} target="_blank" rel="noopener">
              <b>
                <Drawer>{title}</Drawer>
              </b>
              <span className="get">PDF</span>
              <span className="note">{text}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

import { about } from '#app/content/texts/about.ts';

/** Two certificates as PDF files, a third to come (ledger A-6). */
export function Certificates() {
  return (
    <ul className="certs">
      {about.certificates.items.map((item) => (
        <li key={item.title}>
          {'href' in item ? (
            <a href={item.href} target="_blank" rel="noopener">
              <b>
                <span className="drawer">{item.title}</span>
              </b>
              <span className="get">PDF</span>
              <span className="note">{item.text}</span>
            </a>
          ) : (
            <div>
              <b>{item.title}</b>
              <span className="get">{item.status}</span>
              <span className="note">{item.text}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

import type { Route } from './+types/financial-data.ts';
import { balanceSheets, statements } from '#app/content/catalogue/documents.server.ts';
import { financial } from '#app/content/texts/financial.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import '#app/styles/tabs.css';
import '#app/styles/financial.css';

const path = '/financial-data';
const [first, second] = financial.tabs;

export function meta({ matches, loaderData: { preview } }: Route.MetaArgs) {
  const { title, description } = financial;
  return pageMeta(matches, { title, description, path, preview });
}

/** The list of the open tab, latest year first (ledger F-1, P-11). The tab is in the URL. */
export function loader({ url }: Route.LoaderArgs) {
  const open = url.searchParams.get('tab') === second.id ? second : first;
  const list = open === second ? statements : balanceSheets;
  return {
    preview: previewOf(path),
    open: open.id,
    documents: list.map(({ year, title, href }) => ({ year, title, href })),
  };
}

export default function FinancialData({ loaderData: { open, documents } }: Route.ComponentProps) {
  const tabs = [
    { label: first.label, to: path, current: open === first.id },
    { label: second.label, to: `${path}?tab=${second.id}`, current: open === second.id },
  ];
  return (
    <>
      <PageHead className="pagehead--greek" title={<Title />} />
      <section className="sheet financial">
        <div className="at-main">
          <Tabs label="Document type" tabs={tabs} />
          <Years documents={documents} />
        </div>
        <div className="at-label">
          <p className="note" lang="el">
            {financial.greekNote}
          </p>
          <p className="note">{financial.note}</p>
        </div>
      </section>
    </>
  );
}

function Title() {
  return (
    <>
      <span className="lead">
        {financial.title} <SlashText /> {financial.range}
      </span>
      <span lang="el">{financial.greek}</span>
    </>
  );
}

type Documents = Route.ComponentProps['loaderData']['documents'];

function Years({ documents }: { documents: Documents }) {
  return (
    <ul className="years">
      {documents.map(({ year, title, href }) => (
        <li key={year}>
          <a href={href} target="_blank" rel="noopener">
            <b>{year}</b>
            <span>{title}</span>
            <i>PDF</i>
          </a>
        </li>
      ))}
    </ul>
  );
}

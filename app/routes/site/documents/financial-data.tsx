import type { Route } from './+types/financial-data.ts';
import { balanceSheets, statements } from '#app/content/catalogue/documents.server.ts';
import { languageOf } from '#app/content/language.ts';
import { type FinancialWords, financial } from '#app/content/texts/financial.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { PageHead } from '#app/ui/page/page-head.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import '#app/styles/tabs.css';
import '#app/styles/financial.css';

const path = '/financial-data';
/** The tab that the address names; the first one needs no name. */
const STATEMENTS = 'statements';

export function meta({ matches, loaderData: { words, preview } }: Route.MetaArgs) {
  const { title, description } = words;
  return pageMeta(matches, { title, description, path, preview });
}

/** The list of the open tab, latest year first (ledger F-1, P-11). The tab is in the URL. */
export function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const second = url.searchParams.get('tab') === STATEMENTS;
  const list = second ? statements : balanceSheets;
  return {
    words: financial[language],
    preview: previewOf(path, language),
    second,
    documents: list.map(({ year, title, href }) => ({ year, title: title[language], href })),
  };
}

export default function FinancialData({ loaderData }: Route.ComponentProps) {
  const { words, second, documents } = loaderData;
  const address = useAddress();
  const tabs = [
    { label: words.balanceSheets, to: address(path), current: !second },
    { label: words.statements, to: address(`${path}?tab=${STATEMENTS}`), current: second },
  ];
  return (
    <>
      <PageHead className="pagehead--greek" title={<Title words={words} />} />
      <section className="financial sheet">
        <div className="at-main">
          <Tabs label={words.tabs} tabs={tabs} />
          <Years documents={documents} />
        </div>
        <div className="at-label">
          <p className="note" lang="el">
            {words.greekNote}
          </p>
          <p className="note">{words.note}</p>
        </div>
      </section>
    </>
  );
}

function Title({ words }: { words: FinancialWords }) {
  return (
    <>
      <span className="lead">
        {words.kicker} <SlashText /> {words.range}
      </span>
      <span lang="el">{words.greek}</span>
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

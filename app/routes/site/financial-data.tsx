import { Link } from 'react-router';
import { PageHeading, SlashText, useLocalizedPath } from '#app/components/page.tsx';
import {
  getFinancialTexts,
  listDocumentsWithFile,
} from '#app/content/catalogue/documents.server.ts';
import { getPageLanguageAndHead } from '#app/content/pages.server.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/financial-data.ts';

const path = '/financial-data';
const STATEMENTS = 'statements';

/** `?tab=statements` lists the statements; otherwise the page lists the balance sheets. */
export function loader({ url }: Route.LoaderArgs) {
  const { language, head } = getPageLanguageAndHead(path, url);
  const showsStatements = url.searchParams.get('tab') === STATEMENTS;
  return {
    texts: getFinancialTexts(language),
    head,
    showsStatements,
    documents: listDocumentsWithFile(showsStatements ? 'statements' : 'balance-sheets', language),
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function FinancialData({ loaderData }: Route.ComponentProps) {
  const { texts, head, showsStatements, documents } = loaderData;
  const title = (
    <>
      <span className="ms-[0.1em] mb-[0.6em] block text-lead font-normal text-pretty">
        {texts.kicker}
        {texts.range && (
          <>
            {' '}
            <SlashText /> {texts.range}
          </>
        )}
      </span>{' '}
      <span lang="el">{texts.greek}</span>
    </>
  );

  return (
    <>
      <PageHead {...head} />
      <PageHeading className="[&_h1]:text-[length:var(--text-display)]" title={title} />
      <section className="sheet gap-y-6 pb-section">
        <div className="md:col-main">
          <DocumentTabs texts={texts} showsStatements={showsStatements} />
          {documents.length > 0 ? (
            <Years documents={documents} />
          ) : (
            <p className="py-5 text-ink-2">{texts.noDocuments}</p>
          )}
        </div>
        <div className="row-1 grid content-start gap-y-3 md:col-label md:pe-gutter">
          <p className="text-note text-ink-2">{texts.intro}</p>
          <p className="text-note text-ink-2">{texts.note}</p>
        </div>
      </section>
    </>
  );
}

function Years({ documents }: Pick<Loaded, 'documents'>) {
  return (
    <ul className="grid sm:grid-cols-[repeat(auto-fit,minmax(min(max(15rem,30%),100%),1fr))] sm:overflow-clip">
      {documents.map(({ year, title, href }) => (
        <li key={year}>
          <a
            className="group flex h-full flex-wrap items-baseline gap-x-4 gap-y-2 border-b border-line py-5 no-underline tint-tap hover:bg-paper-2 focus-visible:-outline-offset-4 sm:-ms-px sm:items-baseline-last sm:gap-y-10 sm:border-s sm:px-5"
            href={href}
            target="_blank"
            rel="noopener"
          >
            <b className="basis-full text-display/[0.9] font-light tracking-[-0.03em] tint-tap flare group-hover:text-oak">
              {year}
            </b>{' '}
            <span className="flex-1 leading-note text-ink-2">{title}</span>{' '}
            <i className="font-strong not-italic">PDF</i>
          </a>
        </li>
      ))}
    </ul>
  );
}

function DocumentTabs({ texts, showsStatements }: Pick<Loaded, 'texts' | 'showsStatements'>) {
  const localizePath = useLocalizedPath();
  const { 'balance-sheets': balanceSheets, statements } = texts.lists;
  const statementsPath = localizePath(`${path}?tab=${STATEMENTS}`);
  const tabs = [
    { label: balanceSheets, to: localizePath(path), current: !showsStatements },
    { label: statements, to: statementsPath, current: showsStatements },
  ];

  return (
    <nav className="flex border-b border-ink large-letters:grid" aria-label={texts.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className="tab isolate tap min-h-14 py-2 leading-control font-medium text-ink-2 no-underline hover:text-ink aria-[current]:text-on-ink"
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}{' '}
        </Link>
      ))}
    </nav>
  );
}

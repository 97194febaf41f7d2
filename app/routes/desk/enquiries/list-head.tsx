import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Form, href, Link, useLocation, useOutletContext, useSubmit } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate } from '#app/components/texts.ts';
import {
  formatDeskQuery,
  getDeskPath,
  isFiltered,
  keepOnlyFilters,
  NO_FILTERS,
  type DeskView,
} from '#app/domain/desk/desk-view.ts';
import {
  COMPACT,
  DeskTitle,
  Options,
  SearchField,
  SubmitButton,
  TickBox,
  useDeskFrameTexts,
  useDeskState,
  useDeskTexts,
  useDeskView,
  type DeskContext,
} from '#app/routes/desk/frame.tsx';
import { closeMenu, MENU_BUTTON, menuHandlers } from '#app/routes/desk/header.tsx';
import { useKeyCommands } from './keys.tsx';
import { LiveNews, type ListNews } from './live-news.tsx';

interface NewsProps {
  news: ListNews;
}

/** The head of the list: its title with exports, views, filters and news. Without a list it has no views and no news. */
export function EnquiryListHead({ news }: NewsProps) {
  const { title, add } = useDeskTexts();
  const links = (
    <>
      <div className="max-md:hidden">
        <ExportMenu />
      </div>
      <ButtonLink variant="ink" to={href('/admin/dashboard/new')}>
        {add}
      </ButtonLink>
    </>
  );

  return (
    <>
      <DeskTitle title={title} actions={links} />
      <ListViews />
      <Filters news={news} />
    </>
  );
}

function ListViews() {
  const { heading } = useDeskTexts().views;
  const state = useDeskState();
  if (!state) return null;
  return (
    <nav className="px-margin pb-3 print:hidden" aria-label={heading}>
      {/* On a phone in columns, which the width of a count does not rearrange. */}
      <ul className="flex flex-wrap gap-x-6 max-md:grid max-md:grid-cols-[auto_1fr]">
        {state.views.map(({ label, path, isCurrent }) => (
          <li key={path}>
            <Link
              className="header-link tap max-[22rem]:whitespace-normal!"
              to={path}
              aria-current={isCurrent ? 'page' : undefined}
              discover="none"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Filters({ news }: NewsProps) {
  const view = useDeskView();
  const { filters: texts } = useDeskTexts();
  const form = useSyncedFields(view);
  const summary = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const isListOnTop = view.enquiry === '';
  const searchKey = useKeyCommands(isListOnTop ? { '/': () => search.current?.select() } : {});

  const { search: query } = useLocation();
  const closeNarrowFields = () => {
    if (isWindowNarrow()) summary.current!.closest('details')!.open = false;
  };
  useEffect(closeNarrowFields, [query]);
  const handleSubmit = () => {
    if (isWindowNarrow()) summary.current!.focus();
    closeNarrowFields();
  };

  const activeFilters = useActiveFilters();
  const count = activeFilters.length > 0 ? ` (${activeFilters.length})` : '';
  const isPanelOpen = activeFilters.some(([name]) => name !== 'view');
  const firstPage = keepOnlyFilters(view);

  return (
    <Form
      className="flex flex-wrap items-center gap-2 px-margin pb-4 print:hidden"
      role="search"
      action={href('/admin/dashboard')}
      ref={form}
      onSubmit={handleSubmit}
    >
      {view.view && <input type="hidden" name="view" value={view.view} />}
      <div className="flex gap-2 max-md:basis-full md:w-88 lg:w-112">
        <SearchField
          label={texts.search}
          name="q"
          defaultValue={view.q}
          placeholder={texts.searchHint}
          ref={search}
          {...searchKey}
        />
        <SubmitButton className="shrink-0 large-letters:shrink">{texts.search}</SubmitButton>
      </div>
      <details className="peer" open={isPanelOpen}>
        <summary className="plain-button cursor-pointer list-none" ref={summary}>
          {texts.filters + count}
        </summary>
      </details>
      {isFiltered(view) && (
        <p className="flex flex-wrap items-center gap-2">
          {activeFilters.map(([name, text]) => (
            <ButtonLink
              key={name}
              variant="plain"
              className="gap-3 border-ink!"
              to={getDeskPath(firstPage, { [name]: '' })}
              aria-label={interpolate(texts.remove, { filter: text })}
              onClick={() => summary.current?.focus()}
            >
              {text}
              <i className="cross [--size:1rem]" />
            </ButtonLink>
          ))}
          <Link className="tap px-2 underline-offset-near" to={getDeskPath(firstPage, NO_FILTERS)}>
            {texts.showAll}
          </Link>
        </p>
      )}
      {useDeskState() && <LiveNews news={news} />}
      <FilterFields />
    </Form>
  );
}

type FilterName = Exclude<keyof typeof NO_FILTERS, 'q'>;

function useActiveFilters(): [FilterName, string][] {
  const view = useDeskView();
  const days = useDeskState()?.days;
  const { filters: texts, views, assignment, languages, flags, answers } = useDeskTexts();
  const { statuses } = useDeskFrameTexts();
  const { assigned, assignedToMe, unassigned, language, source } = assignment.filters;

  const values: Record<FilterName, string> = {
    view: view.view && views.answer,
    status: view.status && `${texts.status}: ${statuses[view.status]}`,
    from: view.from && `${texts.from} ${days?.from ?? view.from}`,
    to: view.to && `${texts.to} ${days?.to ?? view.to}`,
    assigned: view.assigned && `${assigned}: ${view.assigned === 'me' ? assignedToMe : unassigned}`,
    language: view.language && `${language}: ${languages[view.language]}`,
    source: view.source && `${source}: ${flags.sources[view.source]}`,
    due: view.due && flags.due,
    unread: view.unread && answers.answered,
  };

  return (Object.entries(values) as [FilterName, string][]).filter(([, text]) => text !== '');
}

const LABEL =
  'grid min-w-0 gap-1 text-ink-2 max-md:w-[calc(50%-0.375rem)] xl:has-[select]:max-w-40 xl:has-[select]:flex-1 xl:has-[select]:basis-28';

/** In narrow windows the fields cover the list. */
const isWindowNarrow = () => matchMedia('(width < 48rem)').matches;

/** In wide windows each choice filters the list at once, in narrow ones the button does. */
function FilterFields() {
  const view = useDeskView();
  const state = useDeskState();
  const { filters: texts, assignment, languages, flags, answers } = useDeskTexts();
  const { statuses } = useDeskFrameTexts();
  const { assigned, anyAssignee, assignedToMe, unassigned, language, source, any } =
    assignment.filters;

  const submit = useSubmit();
  const onChange = ({ currentTarget }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => {
    if (isWindowNarrow()) return;
    void submit(currentTarget.form, { preventScrollReset: true });
  };

  const choice = (name: 'status' | 'assigned' | 'language' | 'source') => ({
    name,
    onChange,
    defaultValue: view[name],
  });

  const day = (name: 'from' | 'to') => (
    <label className={LABEL}>
      <span>
        {texts[name]} {state?.days[name]}
      </span>
      <input className={COMPACT} type="date" name={name} defaultValue={view[name]} />
    </label>
  );

  const tick = (name: 'due' | 'unread', label: string) => (
    <TickBox
      label={label}
      name={name}
      value="1"
      defaultChecked={view[name] !== ''}
      onChange={onChange}
    />
  );

  return (
    <div className="hidden basis-full flex-wrap items-end gap-3 peer-open:flex">
      <Choice {...choice('status')} label={texts.status} all={texts.anyStatus} options={statuses} />
      {day('from')}
      {day('to')}
      <Choice
        {...choice('assigned')}
        label={assigned}
        all={anyAssignee}
        options={{ me: assignedToMe, nobody: unassigned }}
      />
      <Choice {...choice('language')} label={language} all={any} options={languages} />
      <Choice {...choice('source')} label={source} all={any} options={flags.sources} />
      {tick('due', flags.due)}
      {state?.hasAnswers && tick('unread', answers.answered)}
      <SubmitButton>{texts.button}</SubmitButton>
      {/* On a phone the exports stand with the filters: the list comes first (DK-2). */}
      <div className="basis-full md:hidden">
        <ExportMenu />
      </div>
    </div>
  );
}

interface ChoiceProps extends React.SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  all: string;
  options: Readonly<Record<string, string>>;
}

function Choice({ label, all, options, ...select }: ChoiceProps) {
  return (
    <label className={LABEL}>
      {label}
      <select className={`${COMPACT} appearance-auto!`} {...select}>
        <option value="">{all}</option>
        <Options labels={options} />
      </select>
    </label>
  );
}

/** Updates the fields of the form when the view changes, for example after Back, except a focused field. */
function useSyncedFields(view: DeskView) {
  const form = useRef<HTMLFormElement>(null);
  const query = formatDeskQuery(keepOnlyFilters(view));

  useEffect(() => {
    const filters = { ...NO_FILTERS, ...Object.fromEntries(new URLSearchParams(query)) };
    for (const [name, value] of Object.entries(filters)) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null;
      if (!field || field === document.activeElement) continue;
      if (field.type === 'checkbox') field.checked = value !== '';
      else field.value = value;
    }
  }, [query]);

  return form;
}

function ExportMenu() {
  const { exports: texts } = useDeskTexts();
  const { show } = useOutletContext<DeskContext>();
  const [isBusy, setIsBusy] = useState(false);
  const query = formatDeskQuery(keepOnlyFilters(useDeskView()));

  const download = (event: React.MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    closeMenu(event.currentTarget.closest('details')!);
    if (isBusy) return;

    setIsBusy(true);
    const { href: url } = event.currentTarget;
    void import('./export-download.ts')
      .then(({ downloadExport }) => downloadExport(url, texts))
      .catch(() => ({ tone: 'error' as const, title: texts.failed.title }))
      .then((toast) => toast && show({ kind: 'done', toast, undo: null }))
      .finally(() => setIsBusy(false));
  };

  return (
    <details className="group relative" {...menuHandlers}>
      <summary className={MENU_BUTTON}>{texts.menu}</summary>
      <ul className="absolute z-base w-max border border-ink bg-panel px-4 py-1 md:end-0 large-letters:static large-letters:w-auto">
        {Object.entries({ csv: texts.button, xlsx: texts.workbook }).map(([type, label]) => (
          <li key={type}>
            <a
              className="tap"
              href={`${href('/admin/dashboard')}/export.${type}${query}`}
              onClick={download}
              aria-disabled={isBusy || undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

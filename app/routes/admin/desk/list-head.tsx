import { Button, ButtonLink } from '#app/components/button.tsx';
import { ExportLinks } from '#app/routes/admin/downloads/export-links.tsx';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Form, href, Link, useRevalidator, useSubmit } from 'react-router';
import type { StatusName } from '#app/content/words/enquiry.server.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import {
  type DeskView,
  deskAddress,
  filtersOnly,
  isFiltered,
  NO_FILTERS,
  queryOf,
} from '#app/domain/desk/desk-view.ts';
import { useShortcut } from './keys.tsx';
import { useDeskFrame, useDeskWords } from '#app/routes/admin/frame/words.ts';
import { DeskTitle } from '#app/routes/admin/frame/page.tsx';
import { counted, phrase } from '#app/components/phrase.ts';
import { SearchField } from './list-controls.tsx';

export function DeskHead({ view, state }: { view: DeskView; state: DeskState | null }) {
  const { title } = useDeskWords();
  return (
    <>
      <DeskTitle title={title} ways={<ExportLinks view={view} />}>
        {state && <StatusTally counts={state.counts} />}
      </DeskTitle>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-margin pb-5 print:hidden">
        <Filters view={view} />
        {state && <LiveNews view={view} lastId={state.lastId} />}
      </div>
    </>
  );
}

function StatusTally({ counts }: { counts: DeskState['counts'] }) {
  const { inAll, tally } = useDeskWords();
  const all = counts.new + counts.in_progress + counts.completed;
  if (all === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 leading-note text-ink-2 *:flex *:items-center *:gap-2">
      <li>{phrase(inAll, { count: all })}</li>
      {(Object.keys(tally) as StatusName[]).map((status) => (
        <li key={status}>
          <i className="status-mark" data-s={status} />
          {counted(tally[status], counts[status])}
        </li>
      ))}
    </ul>
  );
}

/** A plain form; with JavaScript a choice filters at once. */
function Filters({ view }: { view: DeskView }) {
  const { filters: words, handling, enquiry } = useDeskWords();
  const { statuses } = useDeskFrame();
  const submit = useSubmit();
  const form = useFieldsOf(view);
  const search = useShortcut('/');
  const onChange = (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
    void submit(event.currentTarget.form, { preventScrollReset: true });
  const { assigned, anybody, mine, nobodys, language, any, due } = handling.filters;
  const choice = (name: 'status' | 'assigned' | 'language') => ({
    name,
    onChange,
    defaultValue: view[name],
  });
  return (
    <Form className="desk-filters" role="search" action={href('/admin/dashboard')} ref={form}>
      <Choice {...choice('status')} label={words.status} all={words.all} options={statuses} />
      <SearchField
        label={words.search}
        name="q"
        defaultValue={view.q}
        placeholder={words.searchHint}
        {...search}
      />
      <label>
        {words.from}
        <input className="input" type="date" name="from" defaultValue={view.from} />
      </label>
      <label>
        {words.to}
        <input className="input" type="date" name="to" defaultValue={view.to} />
      </label>
      <div className="col-span-full desk-filters">
        <Choice
          {...choice('assigned')}
          label={assigned}
          all={anybody}
          options={{ me: mine, nobody: nobodys }}
        />
        <Choice {...choice('language')} label={language} all={any} options={enquiry.languages} />
        <label className="flex min-h-11 items-center gap-3">
          <input
            className="tick-box"
            type="checkbox"
            name="due"
            value="1"
            defaultChecked={view.due !== ''}
            onChange={onChange}
          />
          {due}
        </label>
        <Button variant="plain" type="submit">
          {words.button}
        </Button>
        {isFiltered(view) && (
          <ButtonLink variant="plain" to={deskAddress(filtersOnly(view), NO_FILTERS)}>
            {words.showAll}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

interface ChoiceProps extends React.SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  all: string;
  options: Readonly<Record<string, string>>;
}

function Choice({ label, all, options, ...select }: ChoiceProps) {
  return (
    <label>
      {label}
      <select className="input" {...select}>
        <option value="">{all}</option>
        {Object.entries(options).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Lets the fields follow the URL (Back, Show all), but for the one somebody is in. */
function useFieldsOf(view: DeskView) {
  const form = useRef<HTMLFormElement>(null);
  const query = queryOf(filtersOnly(view));
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

interface News {
  arrived: number;
  fresh: number;
}

/**
 * Says politely that enquiries have come in since the page was read. It has its place from the
 * start, so that nothing moves; only a click shows them.
 */
export function LiveNews({ view, lastId }: { view: DeskView; lastId: number }) {
  const [news, setNews] = useState<(News & { lastId: number }) | null>(null);
  const words = useDeskWords();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const events = new EventSource(`${href('/admin/dashboard/events')}?since=${lastId}`);
    events.addEventListener('arrived', (event) => {
      const { arrived, fresh } = JSON.parse(event.data) as News;
      setNews({ arrived, fresh, lastId });
      document.title = document.title.replace(/^(\(\d+\) )?/, `(${fresh}) `);
    });
    // The same admin has the desk open in many tabs: the latest are kept up to date.
    events.addEventListener('replaced', () => events.close());
    // To the login; the browser keeps what is being written (DK-6).
    events.addEventListener('signed-out', () => {
      events.close();
      void revalidate();
    });
    return () => events.close();
  }, [lastId, revalidate]);
  const current = news?.lastId === lastId ? news : null;
  return (
    <p
      className="flex min-h-11 shrink-0 basis-full items-center gap-2 font-medium min-[64.1rem]:basis-68"
      role="status"
    >
      {current && (
        <>
          {counted(words.arrived, current.arrived)}{' '}
          <Link className="tap underline-offset-[0.22em]" to={deskAddress(filtersOnly(view))}>
            {words.show}
          </Link>
        </>
      )}
    </p>
  );
}

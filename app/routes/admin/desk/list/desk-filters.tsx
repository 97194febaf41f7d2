import { useEffect, useRef } from 'react';
import { Form, Link, href, useSubmit } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { type DeskView, deskAddress, filtersOnly, isFiltered } from '#app/domain/desk/desk-view.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { HandlingFilters } from './handling-filters.tsx';

const CLEARED = {
  status: '',
  q: '',
  from: '',
  to: '',
  assigned: '',
  due: '',
  language: '',
} as const;

/** Filters of the list: a plain form; with JavaScript a choice filters at once. */
export function DeskFilters({ view }: { view: DeskView }) {
  const { filters: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  const submit = useSubmit();
  const form = useFieldsOf(view);
  const search = useShortcut('/');
  const clear = deskAddress(filtersOnly(view), CLEARED);
  return (
    <Form className="desk-filters" role="search" action={href('/admin/dashboard')} ref={form}>
      <label>
        {words.status}
        <select
          className="input"
          name="status"
          defaultValue={view.status}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">{words.all}</option>
          {Object.entries(statuses).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="flex-1 basis-56 max-[48.05rem]:-order-1 max-[48.05rem]:col-span-full min-[48.05rem]:max-w-88">
        {words.search}
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={view.q}
          maxLength={DESK.searchMax}
          placeholder={words.searchHint}
          {...search}
        />
      </label>
      <label>
        {words.from}
        <input className="input" type="date" name="from" defaultValue={view.from} />
      </label>
      <label>
        {words.to}
        <input className="input" type="date" name="to" defaultValue={view.to} />
      </label>
      <div className="col-span-full desk-filters">
        <HandlingFilters view={view} />
        <button className="plain-button" type="submit">
          {words.button}
        </button>
        {isFiltered(view) && (
          <Link className="plain-button" to={clear}>
            {words.showAll}
          </Link>
        )}
      </div>
    </Form>
  );
}

/** Lets the fields follow the URL (Back, Show all), but for the one somebody is in. */
function useFieldsOf({ status, q, from, to, assigned, due, language }: DeskView) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const filters = { status, q, from, to, assigned, due, language };
    for (const [name, value] of Object.entries(filters)) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null;
      if (!field || field === document.activeElement) continue;
      if (field.type === 'checkbox') field.checked = value !== '';
      else field.value = value;
    }
  }, [status, q, from, to, assigned, due, language]);
  return form;
}

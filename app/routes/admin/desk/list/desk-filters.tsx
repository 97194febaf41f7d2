import { useEffect, useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { statusLabels } from '#app/content/desk/desk.ts';
import { type DeskView, deskAddress, filtersOnly, isFiltered } from '#app/domain/desk/desk-view.ts';
import { DESK } from '#app/domain/limits.ts';

const CLEARED = { status: '', q: '', from: '', to: '' } as const;

/** Filters of the list: a plain form; with JavaScript a choice filters at once. */
export function DeskFilters({ view }: { view: DeskView }) {
  const submit = useSubmit();
  const form = useFieldsOf(view);
  const clear = deskAddress(filtersOnly(view), CLEARED);
  return (
    <Form className="filters" role="search" action="/admin/dashboard" ref={form}>
      <label>
        Status
        <select
          className="input"
          name="status"
          defaultValue={view.status}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">All</option>
          {Object.entries(statusLabels).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="filters__text">
        Search
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={view.q}
          maxLength={DESK.searchMax}
          placeholder="Name, email, company, message"
        />
      </label>
      <label>
        From
        <input className="input" type="date" name="from" defaultValue={view.from} />
      </label>
      <label>
        To
        <input className="input" type="date" name="to" defaultValue={view.to} />
      </label>
      <button className="plainbtn" type="submit">
        Filter
      </button>
      {isFiltered(view) && (
        <Link className="plainbtn" to={clear}>
          Show all
        </Link>
      )}
    </Form>
  );
}

/** Lets the fields follow the URL (Back, Show all), but for the one somebody is in. */
function useFieldsOf({ status, q, from, to }: DeskView) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const [name, value] of Object.entries({ status, q, from, to })) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null;
      if (field && field !== document.activeElement) field.value = value;
    }
  }, [status, q, from, to]);
  return form;
}

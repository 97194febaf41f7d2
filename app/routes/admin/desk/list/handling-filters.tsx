import type { ChangeEvent } from 'react';
import { useSubmit } from 'react-router';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';

/** Filters by who has an enquiry, its language and its follow-up day. */
export function HandlingFilters({ view }: { view: DeskView }) {
  const { handling, enquiry } = useDeskWords();
  const { filters: words } = handling;
  const submit = useSubmit();
  const onChange = (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
    void submit(event.currentTarget.form, { preventScrollReset: true });
  return (
    <>
      <label>
        {words.assigned}
        <select className="input" name="assigned" defaultValue={view.assigned} onChange={onChange}>
          <option value="">{words.anybody}</option>
          <option value="me">{words.mine}</option>
          <option value="nobody">{words.nobodys}</option>
        </select>
      </label>
      <label>
        {words.language}
        <select className="input" name="language" defaultValue={view.language} onChange={onChange}>
          <option value="">{words.any}</option>
          {Object.entries(enquiry.languages).map(([language, name]) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          className="tick-box"
          type="checkbox"
          name="due"
          value="1"
          defaultChecked={view.due !== ''}
          onChange={onChange}
        />
        {words.due}
      </label>
    </>
  );
}

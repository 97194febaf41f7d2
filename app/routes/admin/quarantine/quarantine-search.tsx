import { Form, Link } from 'react-router';
import type { QuarantineWords } from '#app/content/desk/quarantine.server.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { type QuarantineView, quarantineAddress } from '#app/domain/enquiries/quarantine-view.ts';

/** Searches what was set aside: a plain form whose answer has its own address. */
export function QuarantineSearch({
  view,
  words,
}: {
  view: QuarantineView;
  words: QuarantineWords;
}) {
  const address = quarantineAddress({ search: '', before: '', after: '' });
  return (
    // A new address is a new form: the field follows Back and Show all.
    <Form className="desk-filters pb-5" role="search" action={address} key={view.search}>
      <label className="flex-1 basis-56 max-[48.05rem]:-order-1 max-[48.05rem]:col-span-full min-[48.05rem]:max-w-88">
        {words.search}
        <input
          className="input"
          type="search"
          name="search"
          defaultValue={view.search}
          maxLength={DESK.searchMax}
          placeholder={words.searchHint}
        />
      </label>
      <button className="plain-button" type="submit">
        {words.search}
      </button>
      {view.search && (
        <Link className="plain-button" to={address}>
          {words.showAll}
        </Link>
      )}
    </Form>
  );
}

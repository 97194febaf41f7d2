import type { InputHTMLAttributes } from 'react';
import { ButtonLink } from '#app/components/button.tsx';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { useDeskFrame } from '#app/routes/admin/frame/words.ts';

export function SearchField({
  label,
  ...field
}: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex-1 basis-56 max-[48.05rem]:-order-1 max-[48.05rem]:col-span-full min-[48.05rem]:max-w-88">
      {label}
      <input className="input" type="search" maxLength={DESK.searchMax} {...field} />
    </label>
  );
}

const FIRST_PAGE = { before: '', after: '', page: '' } as const;

interface ListPagerProps {
  /** Cursors of the pages on either side; null where there is none. */
  newer: string | null;
  older: string | null;
  at: (start: { before: string; after: string; page: '' | 'last' }) => string;
}

export function ListPager({ newer, older, at }: ListPagerProps) {
  const words = useDeskFrame();
  if (newer === null && older === null) return null;
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label={words.pages}>
      {newer !== null && (
        <>
          <ButtonLink variant="plain" to={at(FIRST_PAGE)}>
            {words.first}
          </ButtonLink>
          <ButtonLink variant="plain" rel="prev" to={at({ ...FIRST_PAGE, after: newer })}>
            {words.newer}
          </ButtonLink>
        </>
      )}
      {older !== null && (
        <>
          <ButtonLink variant="plain" rel="next" to={at({ ...FIRST_PAGE, before: older })}>
            {words.older}
          </ButtonLink>
          <ButtonLink variant="plain" to={at({ ...FIRST_PAGE, page: 'last' })}>
            {words.last}
          </ButtonLink>
        </>
      )}
    </nav>
  );
}

import { useState } from 'react';
import { href, useOutletContext } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { type DeskView, filtersOnly, queryOf } from '#app/domain/desk/desk-view.ts';
import { downloadExport } from './download-export.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

/** Both exports follow the filters: links that download; with JavaScript they say how it went. */
export function ExportLinks({ view }: { view: DeskView }) {
  const { exports: words } = useDeskWords();
  const { say } = useOutletContext<DeskContext>();
  const [busy, setBusy] = useState(false);
  const query = queryOf(filtersOnly(view));
  const download = (event: React.MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void downloadExport(event.currentTarget.href, words)
      .then((toast) => toast && say(toast))
      .finally(() => setBusy(false));
  };
  const link = { className: 'plain-button', onClick: download, 'aria-disabled': busy || undefined };
  return (
    <>
      <a {...link} href={`${href('/admin/dashboard/export.csv')}${query}`}>
        {words.button}
      </a>
      <a {...link} href={`${href('/admin/dashboard/export.xlsx')}${query}`}>
        {words.workbook}
      </a>
    </>
  );
}

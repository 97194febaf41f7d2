import { Link } from 'react-router';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';
import { EnquiryFlags } from '#app/routes/admin/desk/enquiry/enquiry-flags.tsx';
import { FileClip } from './file-clip.tsx';
import { RowHolder } from './row-holder.tsx';
import { StatusForm } from '#app/routes/admin/desk/enquiry/status-form.tsx';

/** One enquiry of the table. The View link covers the row, so that a click anywhere opens it. */
export function EnquiryRow({ view, row }: { view: DeskView; row: ShownRow }) {
  const { view: label, viewOf } = useDeskWords();
  return (
    <tr role="row">
      <td role="cell">{row.time}</td>
      <td role="cell">
        <bdi className={row.status === 'new' ? 'font-[650] text-ink' : 'font-strong text-ink'}>
          {row.name}
        </bdi>
        <EnquiryFlags row={row} />
        <FileClip count={row.files} />
        <br />
        {row.email}
      </td>
      <td role="cell">{row.phone || '-'}</td>
      <td role="cell">
        <bdi>{row.company || '-'}</bdi>
      </td>
      <td role="cell">{row.project}</td>
      <td role="cell">
        <span className="line-clamp-2 min-w-44" dir="auto">
          {row.message}
        </span>
      </td>
      <td role="cell">
        <StatusForm view={view} row={row} />
        <RowHolder holder={row.holder} />
      </td>
      <td role="cell">
        <Link
          className="tap decoration-1 underline-offset-[0.22em]"
          id={`view-${row.id}`}
          to={deskAddress(view, { enquiry: String(row.id) })}
          // Fifty times an attribute that nothing reads: all routes are known from the start.
          discover="none"
          preventScrollReset
          aria-label={phrase(viewOf, { name: row.name })}
        >
          {label}
        </Link>
      </td>
    </tr>
  );
}

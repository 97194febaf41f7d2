import { href, useFetcher, useLocation } from 'react-router';
import type { StatusUndo } from '#app/domain/desk/enquiry-changes.server.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';

/** What answers Undo is said by the frame: the toast that holds the button may be gone by then. */
export const UNDO_FETCHER = 'undo';

/** Takes a status change back (DA-6): the form of a status, which says after which change it may. */
export function UndoForm({ undo }: { undo: StatusUndo }) {
  const fetcher = useFetcher({ key: UNDO_FETCHER });
  const { undo: label } = useDeskFrame();
  const { search } = useLocation();
  const scripted = useScripted();
  return (
    <fetcher.Form
      method="post"
      action={`${href('/admin/dashboard/status')}${search}`}
      onSubmit={(event) => {
        if (fetcher.state !== 'idle') event.preventDefault();
        focusOn(undo.enquiry);
      }}
    >
      {Object.entries(undo).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {scripted && <input type="hidden" name="live" value="1" />}
      <button
        className="min-h-11 border border-current px-4 font-medium text-on-ink hover:text-oak-light"
        type="submit"
      >
        {label}
      </button>
    </fetcher.Form>
  );
}

/** The button goes with its toast: the focus goes to what is changed, open or in the list. */
function focusOn(enquiry: number): void {
  const [open, row] = ['dt', `view-${enquiry}`].map((id) => document.getElementById(id));
  (open ?? row)?.focus({ preventScroll: true });
}

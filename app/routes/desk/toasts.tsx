import type { StatusUndo } from '#app/domain/desk/enquiry-changes.server.ts';
import type { SelectionUndo } from '#app/domain/desk/selection.server.ts';
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  type FetcherFormProps,
  href,
  useFetcher,
  useLocation,
  useOutletContext,
} from 'react-router';
import type { DeskFault } from '#app/content/words/desk.server.ts';
import type { Unanswered } from '#app/routes/request-failure.ts';
import { useScripted } from '#app/components/scripted.tsx';
import { type ActionToast, type ToastMessage, Toasts } from '#app/components/toast.tsx';
import { HiddenFields, useDeskFrame } from '#app/routes/desk/frame.tsx';

type Undo = StatusUndo | SelectionUndo;

type DeskAnswer =
  { toast?: ToastMessage; undo?: Undo | null } | { unanswered: Unanswered; failed: DeskFault };

export interface DeskContext {
  show: (answer: DeskAnswer) => void;
  toasts: ReactNode;
}

export function useToastOf(answer: DeskAnswer | null | undefined): ActionToast | undefined {
  const { faults, failures } = useDeskFrame();
  return useMemo(() => {
    if (!answer) return undefined;
    if ('unanswered' in answer) {
      const { failed, unanswered } = answer;
      return { tone: 'error', title: faults[failed], text: failures[unanswered] };
    }
    const { toast, undo } = answer;
    return toast && undo ? { ...toast, action: <UndoForm undo={undo} /> } : toast;
  }, [answer, faults, failures]);
}

export function PageToasts({ answer }: { answer: DeskAnswer | object | undefined }) {
  const toast = useToastOf(answer);
  return <Toasts messages={toast ? [toast] : []} />;
}

/** With JavaScript the page, what was typed included, stays until the answer leads on. */
export function DeskForm(
  props: Pick<ComponentProps<'form'>, 'className' | 'children'> &
    Required<Pick<FetcherFormProps, 'action'>> &
    Pick<FetcherFormProps, 'preventScrollReset'>,
) {
  const fetcher = useDeskFetcher();
  const isSending = fetcher.state !== 'idle';
  return (
    <fetcher.Form
      method="post"
      onSubmit={(event) => isSending && event.preventDefault()}
      {...props}
    />
  );
}

export function useDeskFetcher() {
  const { show } = useOutletContext<DeskContext>();
  const fetcher = useFetcher<DeskAnswer>();
  useShown(fetcher, show);
  return fetcher;
}

function useShown(
  { state, data }: { state: string; data?: DeskAnswer | undefined },
  show: DeskContext['show'],
) {
  useEffect(() => {
    if (state === 'idle' && data) show(data);
  }, [state, data, show]);
}

// What answers Undo is shown by the frame: the toast that holds the button may be gone by then.
const UNDO_FETCHER = 'undo';

export function useDeskToasts(flash: DeskAnswer | null): DeskContext {
  const { key } = useLocation();
  const [answer, setAnswer] = useState<DeskAnswer | null>(null);
  // A copy: the same answer that comes again is another toast.
  const show = useCallback((next: DeskAnswer) => setAnswer({ ...next }), []);
  useEffect(() => setAnswer(null), [key]);
  useShown(useFetcher<DeskAnswer>({ key: UNDO_FETCHER }), show);
  const toast = useToastOf(answer ?? flash);
  return { show, toasts: <Toasts messages={toast ? [toast] : []} /> };
}

function UndoForm({ undo }: { undo: Undo }) {
  const fetcher = useFetcher({ key: UNDO_FETCHER });
  const { undo: label } = useDeskFrame();
  const { search } = useLocation();
  const scripted = useScripted();
  const isOne = 'enquiry' in undo;
  const address = isOne ? href('/admin/dashboard/status') : href('/admin/dashboard/selection');
  return (
    <fetcher.Form
      method="post"
      action={address + search}
      onSubmit={(event) => {
        if (fetcher.state !== 'idle') event.preventDefault();
        if (isOne) focusOn(undo.enquiry);
      }}
    >
      <HiddenFields of={{ ...undo, ...(scripted && { live: 1 }) }} />
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

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { type ActionToast, Toasts } from '#app/ui/toast.tsx';
import { type DeskAnswer, useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { UNDO_FETCHER } from './undo-form.tsx';

/** What the frame says: the last thing that a page said, or else what the page before had to say. */
export function useDeskToasts(told: DeskAnswer | null): {
  say: (toast: ActionToast) => void;
  toasts: ReactNode;
} {
  const { said, say } = useSaid();
  const before = useToastOf(told);
  const undo = useFetcher<DeskAnswer>({ key: UNDO_FETCHER });
  const undone = useToastOf(undo.state === 'idle' ? undo.data : undefined);
  useEffect(() => {
    if (undone) say(undone);
  }, [say, undone]);
  const shown = said ?? before;
  return { say, toasts: <Toasts messages={shown ? [shown] : []} /> };
}

/** The last thing a page said without a navigation; gone with the next one. */
function useSaid() {
  const { key } = useLocation();
  const [said, setSaid] = useState<ActionToast | null>(null);
  const say = useCallback((toast: ActionToast) => {
    setSaid({ ...toast });
  }, []);
  useEffect(() => setSaid(null), [key]);
  return { said, say };
}

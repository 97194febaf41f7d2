import { type ReactNode, useEffect } from 'react';
import { useOutletContext } from 'react-router';
import type { ActionToast } from '#app/ui/toast.tsx';

/** What the layout lends its pages: toasts, and their place, which an open enquiry takes over. */
export interface DeskContext {
  say: (toast: ActionToast) => void;
  toasts: ReactNode;
}

/** Says a toast once, when it comes. */
export function useSaidToast(toast: ActionToast | undefined): void {
  const { say } = useOutletContext<DeskContext>();
  useEffect(() => {
    if (toast) say(toast);
  }, [say, toast]);
}

import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import type { ToastMessage } from '#app/ui/toast.tsx';

/** What the layout lends its pages: a place for toasts. */
export interface DeskContext {
  say: (toast: ToastMessage) => void;
}

/** Says a toast once, when it comes. */
export function useSaidToast(toast: ToastMessage | undefined): void {
  const { say } = useOutletContext<DeskContext>();
  useEffect(() => {
    if (toast) say(toast);
  }, [say, toast]);
}

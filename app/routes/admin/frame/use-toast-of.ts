import { createElement, useMemo } from 'react';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import type { StatusUndo } from '#app/domain/desk/enquiry-changes.server.ts';
import type { Unanswered } from '#app/routes/request-failure.ts';
import type { ActionToast, ToastMessage } from '#app/ui/toast.tsx';
import { UndoForm } from './toasts/undo-form.tsx';
import { useDeskFrame } from './use-desk-frame.ts';

/** What a form of the desk is answered: by the server, or by the page where no answer came. */
export type DeskAnswer =
  | { toast?: ToastMessage; undo?: StatusUndo | null }
  | { unanswered: Unanswered; failed: DeskFault };

/** What is to be said of an answer; the same toast for as long as the answer is the same. */
export function useToastOf(answer: DeskAnswer | null | undefined): ActionToast | undefined {
  const { faults, failures } = useDeskFrame();
  return useMemo(() => {
    if (!answer) return undefined;
    if ('unanswered' in answer) {
      const { failed, unanswered } = answer;
      return { tone: 'error', title: faults[failed], text: failures[unanswered] };
    }
    const { toast, undo } = answer;
    return toast && undo ? { ...toast, action: createElement(UndoForm, { undo }) } : toast;
  }, [answer, faults, failures]);
}

import { useMemo } from 'react';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import type { Unanswered } from '#app/routes/request-failure.ts';
import type { ToastMessage } from '#app/ui/toast.tsx';
import { useDeskFrame } from './use-desk-frame.ts';

/** What a form of the desk is answered: by the server, or by the page where no answer came. */
export type DeskAnswer = { toast?: ToastMessage } | { unanswered: Unanswered; failed: DeskFault };

/** What is to be said of an answer; the same toast for as long as the answer is the same. */
export function useToastOf(answer: DeskAnswer | undefined): ToastMessage | undefined {
  const { faults, failures } = useDeskFrame();
  return useMemo(() => {
    if (!answer || !('unanswered' in answer)) return answer?.toast;
    const { failed, unanswered } = answer;
    return { tone: 'error', title: faults[failed], text: failures[unanswered] };
  }, [answer, faults, failures]);
}

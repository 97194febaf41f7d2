import { useMemo } from 'react';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import type { Unanswered } from '#app/routes/request-failure.ts';
import { useDeskFrame } from './use-desk-frame.ts';

/** Why a form of a page was refused, by the server or because no answer came, under a title. */
export function useRefusal(
  title: DeskFault,
  answer: { refused: string } | { unanswered: Unanswered } | undefined,
): { title: string; message: string } | null {
  const { faults, failures } = useDeskFrame();
  return useMemo(() => {
    if (!answer) return null;
    const message = 'refused' in answer ? answer.refused : failures[answer.unanswered];
    return { title: faults[title], message };
  }, [title, answer, faults, failures]);
}

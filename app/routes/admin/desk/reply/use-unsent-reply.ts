import { type RefObject, useEffect } from 'react';
import { useBeforeUnload, useBlocker, useNavigation } from 'react-router';
import { isBegun } from '#app/routes/admin/desk/begun-texts.ts';

/** Asks before a reply that somebody has begun is left; `idle` while it is not being sent. */
export function useUnsentReply(
  form: RefObject<HTMLFormElement | null>,
  question: string,
  idle: boolean,
): void {
  // Whatever else is being sent takes it along: see begunTexts().
  const atRest = useNavigation().state === 'idle' && idle;
  const isUnsent = () => {
    const field = form.current?.querySelector('textarea');
    return atRest && field ? isBegun(field) : false;
  };
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const stays = replyAt(nextLocation.search) === replyAt(currentLocation.search);
    return !stays && isUnsent();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  useBeforeUnload((event) => {
    if (isUnsent()) event.preventDefault();
  });
}

/** To which enquiry an address has a reply open. */
function replyAt(search: string): string | null {
  const params = new URLSearchParams(search);
  return params.get('reply') && params.get('enquiry');
}

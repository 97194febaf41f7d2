import type { ComponentProps, SubmitEvent } from 'react';
import { type FetcherFormProps, useFetcher } from 'react-router';
import { useSaidToast } from './use-said-toast.ts';
import { type DeskAnswer, useToastOf } from './use-toast-of.ts';

type DeskFormProps = Pick<ComponentProps<'form'>, 'className' | 'children'> &
  Required<Pick<FetcherFormProps, 'action'>> &
  Pick<FetcherFormProps, 'preventScrollReset'> & {
    /** What is begun beside it: it goes along, and is kept should the session have ended. */
    along?: () => FormData | null;
  };

/**
 * A form that is posted to an address of its own. With JavaScript the page stays as it is, what was
 * typed included, until the answer leads on; what went wrong is said over it. Sent once at a time.
 */
export function DeskForm({ along, ...props }: DeskFormProps) {
  const fetcher = useFetcher<DeskAnswer>();
  const idle = fetcher.state === 'idle';
  useSaidToast(useToastOf(idle ? fetcher.data : undefined));
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    const beside = idle ? along?.() : null;
    if (idle && !beside) return;
    event.preventDefault();
    if (!beside) return;
    for (const [name, value] of new FormData(event.currentTarget)) beside.set(name, value);
    const { action, preventScrollReset = false } = props;
    void fetcher.submit(beside, { method: 'post', action, preventScrollReset });
  };
  return <fetcher.Form method="post" onSubmit={send} {...props} />;
}

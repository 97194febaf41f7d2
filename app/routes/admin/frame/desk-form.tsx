import type { ComponentProps, SubmitEvent } from 'react';
import { type FetcherFormProps, useFetcher } from 'react-router';
import { useSaidToast } from './use-said-toast.ts';
import { type DeskAnswer, useToastOf } from './use-toast-of.ts';

type DeskFormProps = Pick<ComponentProps<'form'>, 'className' | 'children'> &
  Required<Pick<FetcherFormProps, 'action'>> &
  Pick<FetcherFormProps, 'preventScrollReset'> & {
    /** A form beside it that is begun: it goes along, and is kept should the session have ended. */
    along?: () => HTMLFormElement | null;
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
    const fields = new FormData(beside);
    for (const [name, value] of new FormData(event.currentTarget)) fields.set(name, value);
    const { action, preventScrollReset = false } = props;
    void fetcher.submit(fields, { method: 'post', action, preventScrollReset });
  };
  return <fetcher.Form method="post" onSubmit={send} {...props} />;
}

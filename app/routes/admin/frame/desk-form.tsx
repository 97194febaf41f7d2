import type { ComponentProps } from 'react';
import { type FetcherFormProps, useFetcher } from 'react-router';
import { useSaidToast } from './use-said-toast.ts';
import { type DeskAnswer, useToastOf } from './use-toast-of.ts';

type DeskFormProps = Pick<ComponentProps<'form'>, 'className' | 'children'> &
  Required<Pick<FetcherFormProps, 'action'>> &
  Pick<FetcherFormProps, 'preventScrollReset'>;

/**
 * A form that is posted to an address of its own. With JavaScript the page stays as it is, what was
 * typed included, until the answer leads on; what went wrong is said over it. Sent once at a time.
 */
export function DeskForm(props: DeskFormProps) {
  const fetcher = useFetcher<DeskAnswer>();
  const idle = fetcher.state === 'idle';
  useSaidToast(useToastOf(idle ? fetcher.data : undefined));
  return (
    <fetcher.Form method="post" onSubmit={(event) => idle || event.preventDefault()} {...props} />
  );
}

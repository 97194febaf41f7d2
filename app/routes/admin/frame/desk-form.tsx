import type { ComponentProps } from 'react';
import { type FetcherFormProps, useFetcher } from 'react-router';
import type { ToastMessage } from '#app/ui/toast.tsx';
import { useSaidToast } from './use-said-toast.ts';

type DeskFormProps = Pick<ComponentProps<'form'>, 'className' | 'children'> &
  Required<Pick<FetcherFormProps, 'action'>> &
  Pick<FetcherFormProps, 'preventScrollReset'>;

/**
 * A form that is posted to an address of its own. With JavaScript the page stays as it is, what was
 * typed included, until the answer leads on; what went wrong is said over it. Sent once at a time.
 */
export function DeskForm(props: DeskFormProps) {
  const fetcher = useFetcher<{ toast?: ToastMessage }>();
  const idle = fetcher.state === 'idle';
  useSaidToast(idle ? fetcher.data?.toast : undefined);
  return (
    <fetcher.Form method="post" onSubmit={(event) => idle || event.preventDefault()} {...props} />
  );
}

import type { ComponentProps } from 'react';
import { PageLink } from '#app/ui/page-link.tsx';

type ButtonProps = ComponentProps<'button'> & { busy?: boolean };

/** A board, cut once. Busy: its end piece moves; it stays focusable. */
export function Button({ busy = false, type = 'button', ...rest }: ButtonProps) {
  return <button className="button" type={type} aria-busy={busy || undefined} {...rest} />;
}

type ButtonLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'>;

/** The same board as a link to another page. */
export function ButtonLink(props: ButtonLinkProps) {
  return <PageLink className="button" {...props} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type ButtonProps = ComponentProps<'button'> & { busy?: boolean };

/** A board, cut once. Busy: its end piece moves; it stays focusable. */
export function Button({ busy = false, type = 'button', ...rest }: ButtonProps) {
  return <button className="button" type={type} aria-busy={busy || undefined} {...rest} />;
}

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'>;

/** The same board as a link to another page. */
export function ButtonLink(props: ButtonLinkProps) {
  return <Link className="button" viewTransition prefetch="intent" {...props} />;
}

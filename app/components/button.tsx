import type { ComponentProps } from 'react';
import { PageLink } from '#app/components/links.tsx';

const look =
  'board inline-flex items-center text-start text-[1.0625rem]/[1.25] font-medium no-underline';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean };

/** A board, cut once. Busy: its end piece moves; it stays focusable. */
export function Button({ busy = false, type = 'button', ...rest }: ButtonProps) {
  return <button className={look} type={type} aria-busy={busy || undefined} {...rest} />;
}

type ButtonLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'>;

export function ButtonLink(props: ButtonLinkProps) {
  return <PageLink className={look} {...props} />;
}

/** The same board as a link that always loads a document. */
export function ButtonAnchor(props: Omit<ComponentProps<'a'>, 'className'>) {
  return <a className={look} {...props} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { PageLink } from '#app/components/page.tsx';

const variantClasses = {
  board:
    'board inline-flex items-center text-start text-[1.0625rem]/[1.25] font-medium no-underline',
  plain: 'plain-button',
  ink: 'plain-button plain-button-ink',
};

interface ButtonStyle {
  variant?: keyof typeof variantClasses;
  className?: string;
}

const getButtonClass = ({ variant = 'board', className = '' }: ButtonStyle) =>
  `${variantClasses[variant]} ${className}`.trim();

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean };

/** Submits its form only with `type="submit"`. `busy` shows and announces work, but does not disable the button. */
export function Button({
  variant,
  className,
  busy = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  const buttonClass = getButtonClass({ variant, className });
  return <button className={buttonClass} type={type} aria-busy={busy || undefined} {...rest} />;
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonStyle & { variant: 'plain' | 'ink' };

/** A link of the desk and the login that looks like a button. Public pages have PageButtonLink. */
export function ButtonLink({ variant, className, ...rest }: ButtonLinkProps) {
  return <Link className={getButtonClass({ variant, className })} {...rest} />;
}

/** A PageLink that looks like the button of the public site. */
export function PageButtonLink(props: Omit<ComponentProps<typeof PageLink>, 'className'>) {
  return <PageLink className={getButtonClass({})} {...props} />;
}

/** A ButtonLink that always loads a document: a download, or a page of the public site. */
export function ButtonAnchor({ variant, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return <a className={getButtonClass({ variant, className })} {...rest} />;
}

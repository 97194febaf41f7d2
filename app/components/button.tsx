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

export function ButtonLink({
  variant,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  const To = variant ? Link : PageLink;
  return <To className={getButtonClass({ variant, className })} {...rest} />;
}

export function ButtonAnchor({ variant, className, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return <a className={getButtonClass({ variant, className })} {...rest} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { PageLink } from '#app/components/page.tsx';

const looks = {
  board:
    'board inline-flex items-center text-start text-[1.0625rem]/[1.25] font-medium no-underline',
  plain: 'plain-button',
  ink: 'plain-button plain-button-ink',
};

interface Look {
  variant?: keyof typeof looks;
  className?: string;
}

const lookOf = ({ variant = 'board', className = '' }: Look) =>
  `${looks[variant]} ${className}`.trim();

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean };

export function Button({
  variant,
  className,
  busy = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = lookOf({ variant, className });
  return <button className={look} type={type} aria-busy={busy || undefined} {...rest} />;
}

export function ButtonLink({ variant, className, ...rest }: ComponentProps<typeof Link> & Look) {
  const To = variant ? Link : PageLink;
  return <To className={lookOf({ variant, className })} {...rest} />;
}

export function ButtonAnchor({ variant, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a className={lookOf({ variant, className })} {...rest} />;
}

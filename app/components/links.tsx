import { type ComponentProps, createContext, use } from 'react';
import { Link } from 'react-router';

/**
 * A link to another page: the change is animated (ledger SH-3), the page fetched on intent. A path
 * leads to the page in the language of this one.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link>) {
  const address = useAddress();
  const target = typeof to === 'string' ? address(to) : to;
  return (
    <Link
      viewTransition={changesAreShown()}
      prefetch="intent"
      // Every page is known from the start: there is nothing to discover.
      discover="none"
      to={target}
      {...rest}
    />
  );
}

export function changesAreShown(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

interface CutLook {
  /** Stands alone, tall enough to be hit with a finger, instead of in a line of text. */
  block?: boolean;
  /** Covers the card that it stands in. */
  card?: boolean;
}

type CutLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & CutLook;

export function CutLink({ block, card, ...rest }: CutLinkProps) {
  return <PageLink className={cutLine({ block, card })} {...rest} />;
}

type CutAnchorProps = Omit<ComponentProps<'a'>, 'className'> & Pick<CutLook, 'block'>;

export function CutAnchor({ block, ...rest }: CutAnchorProps) {
  return <a className={cutLine({ block })} {...rest} />;
}

function cutLine({ block, card }: { [name in keyof CutLook]: boolean | undefined }) {
  const shape = block
    ? 'inline-flex min-h-target items-center [--cut-y:0.45rem]'
    : 'inline py-[0.2em]';
  return `${shape} cut-line ${card ? 'card-link' : ''}`;
}

const Prefix = createContext('');

/** What the paths of the page's links begin with, e.g. "/el"; nothing outside of it. */
export const AddressPrefix = Prefix.Provider;

/** Gives a path of the site ("/about") the prefix of the page that links to it, if it has none. */
export function useAddress(): (path: string) => string {
  const prefix = use(Prefix);
  return (path) => withPrefix(prefix, path);
}

function withPrefix(prefix: string, path: string): string {
  if (prefix === '' || !path.startsWith('/')) return path;
  if (path === prefix || path.startsWith(`${prefix}/`)) return path;
  const [, start = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  return prefix + (start === '/' ? '' : start) + rest;
}

import { type ComponentProps, createContext, use } from 'react';
import { Link } from 'react-router';

/** The change of page is animated (ledger SH-3); a path is led to in the language of this page. */
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
  block?: boolean;
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

export const AddressPrefix = Prefix.Provider;

export function useAddress(): (path: string) => string {
  const prefix = use(Prefix);
  return (path) => {
    const isBelow = !path.startsWith('/') || path === prefix || path.startsWith(`${prefix}/`);
    return isBelow ? path : prefix + path.replace(/^\/(?=$|[?#])/, '');
  };
}

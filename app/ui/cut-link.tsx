import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

interface CutLook {
  /** Stands alone, tall enough to be hit with a finger, instead of in a line of text. */
  block?: boolean;
  /** Covers the card that it stands in. */
  card?: boolean;
}

type CutLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & CutLook;

/** A link whose underline is cut by a running gap. */
export function CutLink({ block, card, ...rest }: CutLinkProps) {
  return <PageLink className={look({ block, card })} {...rest} />;
}

type CutAnchorProps = Omit<ComponentProps<'a'>, 'className'> & Pick<CutLook, 'block'>;

/** The same to an address that is no page of the site. */
export function CutAnchor({ block, ...rest }: CutAnchorProps) {
  return <a className={look({ block })} {...rest} />;
}

function look({ block, card }: { [name in keyof CutLook]: boolean | undefined }) {
  const shape = block
    ? 'inline-flex min-h-target items-center [--cut-y:0.45rem]'
    : 'inline py-[0.2em]';
  return `${shape} cut-line ${card ? 'card-link' : ''}`;
}

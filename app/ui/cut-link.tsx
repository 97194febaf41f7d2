import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

type CutLinkProps = Omit<ComponentProps<typeof PageLink>, 'className'> & {
  /** Stands alone, tall enough to be hit with a finger, instead of in a line of text. */
  block?: boolean;
  /** Covers the card that it stands in. */
  card?: boolean;
};

/** A link whose underline is cut by a running gap. */
export function CutLink({ block = false, card = false, ...rest }: CutLinkProps) {
  const className = ['cut', block && 'cut--block', card && 'card__link'].filter(Boolean).join(' ');
  return <PageLink className={className} {...rest} />;
}

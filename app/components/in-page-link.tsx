import type { ComponentProps, MouseEvent } from 'react';

interface InPageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The id of an element of the page. */
  id: string;
}

/**
 * Moves the focus to an element of the page. The URL stays as it is, because the router drops the result of the last
 * form when the hash changes.
 */
export function InPageLink({ id, ...rest }: InPageLinkProps) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        const target = document.getElementById(id);
        if (!target || !isPlainClick(event)) return;
        event.preventDefault();
        moveFocusTo(target);
      }}
      {...rest}
    />
  );
}

function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function moveFocusTo(target: HTMLElement): void {
  const folded = target.closest('details');
  if (folded) folded.open = true;
  if (target.closest('.field')) return focusInView(target);
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

/** Focuses a field and scrolls its label into view: WebKit alone would scroll it under the header. */
export function focusInView(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  (field?.closest('.field') ?? field)?.scrollIntoView({ block: 'center' });
}

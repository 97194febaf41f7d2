import type { ComponentProps } from 'react';

interface InPageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The id of an element of the page. */
  id: string;
}

/**
 * Moves the focus to an element of the page, and unfolds the <details> that contain it. The URL stays as it is, because
 * the router drops the result of the last form when the hash changes.
 */
export function InPageLink({ id, ...rest }: InPageLinkProps) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (opensElsewhere) return;
        event.preventDefault();
        const target = document.getElementById(id);
        if (target) moveFocusTo(target);
      }}
      {...rest}
    />
  );
}

function moveFocusTo(target: HTMLElement): void {
  for (const details of document.querySelectorAll('details'))
    if (details.contains(target)) details.open = true;
  if (target.closest('.field')) return focusInView(target);

  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

/**
 * Focuses a field, or another element, and scrolls it with its label to the middle of the window: WebKit alone would
 * scroll it under the header. Does nothing without an element.
 */
export function focusInView(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  (field?.closest('.field') ?? field)?.scrollIntoView({ block: 'center' });
}

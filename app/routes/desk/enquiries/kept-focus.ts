import { useEffect } from 'react';

/** The part of an open enquiry that scrolls, and does so by keys while it or a control in it has the focus. */
export const ENQUIRY_CONTENT_ID = 'enquiry-content';

export const getRowLinkId = (enquiryId: number | string): string => `view-${enquiryId}`;

/**
 * The ref of the element with ENQUIRY_CONTENT_ID: focuses it when it appears, unless a field of the open enquiry has the
 * focus already, and scrolls the head above it into view.
 */
export function focusEnquiryContent(content: HTMLElement | null): void {
  if (!content || document.activeElement?.closest('[role=dialog]')) return;
  content.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  content.focus({ preventScroll: true });
}

/** A link, a button or a field: only the last two have a name and are in a form. */
type Focusable = HTMLElement & Partial<Pick<HTMLInputElement, 'name' | 'form'>>;

interface UsedRow {
  element: HTMLTableRowElement;
  list: HTMLElement | null;
  index: number;
}

/**
 * Moves the focus on when its element disappears, such as a form that was saved, a toast or a closed
 * enquiry: browsers would move it to the start of the page. It goes to the same control of the same form, or to
 * the summary that hides it, or else to the open enquiry, or else to the row of the list that was used last, or to
 * the one in its place.
 */
export function useFocusRestoration(): void {
  useEffect(() => {
    let control: Focusable | null = null;
    let usedRow: UsedRow | null = null;

    const rememberFocus = (element: Focusable) => {
      // A <dialog> gives the focus back by itself.
      control = element.closest('dialog') ? null : element;
      if (control) usedRow = findUsedRow(control) ?? usedRow;
    };

    const restoreFocus = () => {
      if (!control || isVisible(control)) return;
      const next = listNextPlaces(control, usedRow).find((place) => place && isVisible(place));
      next?.focus();
    };

    const handleFocus = ({ target }: FocusEvent) => rememberFocus(target as HTMLElement);
    addEventListener('focusin', handleFocus);
    const { activeElement } = document;
    if (activeElement !== document.body) rememberFocus(activeElement as HTMLElement);

    const observer = new MutationObserver(restoreFocus);
    // A class hides the bar of the selected rows.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] });

    return () => {
      observer.disconnect();
      removeEventListener('focusin', handleFocus);
    };
  }, []);
}

/** Returns the value of the form's hidden field `intent`, null without one. */
function findIntent(form: HTMLFormElement | null | undefined): string | null {
  const field = form?.elements.namedItem('intent');
  return field instanceof HTMLInputElement ? field.value : null;
}

/** Returns the row of the open enquiry, or the row that contains the element. */
function findUsedRow(element: HTMLElement): UsedRow | null {
  const openId = new URLSearchParams(location.search).get('enquiry');
  const link = openId ? document.getElementById(getRowLinkId(openId)) : element;
  const row = link?.closest('tr');
  return row ? { element: row, list: row.parentElement, index: row.sectionRowIndex } : null;
}

/** Returns the places for the focus, the best first; those that the page does not have are missing. */
function listNextPlaces(control: Focusable, usedRow: UsedRow | null) {
  // Undo must not get the focus back: that of the next toast would revert what this one did.
  const isUndo = control.closest('.toast') !== null;
  const intent = isUndo ? null : findIntent(control.form);
  const forms = [...document.forms].filter((form) => findIntent(form) === intent);
  const form = intent !== null && forms.length === 1 ? forms[0] : undefined;
  const sameControl = control.name ? `[name=${control.name}]` : '[type=submit]';

  return [
    form?.querySelector<HTMLElement>(sameControl),
    form?.querySelector('summary'),
    document.getElementById(ENQUIRY_CONTENT_ID),
    usedRow && findRowInPlace(usedRow)?.querySelector('a'),
  ];
}

/** Returns the row, or the row that is now at its position in the list. */
function findRowInPlace({ element, list, index }: UsedRow): Element | null | undefined {
  if (element.isConnected) return element;
  return list?.children[index] ?? list?.lastElementChild;
}

const isVisible = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true;

import { useEffect } from 'react';

/** The part of an open enquiry that scrolls, and does so by keys while it or a control in it has the focus. */
export const ENQUIRY_CONTENT_ID = 'enquiry-content';

export const getRowLinkId = (enquiryId: number | string): string => `view-${enquiryId}`;

/** Moves the focus to that part, as its ref, unless a field of the open enquiry has the focus already. */
export function focusEnquiryContent(content: HTMLElement | null): void {
  if (!content || document.activeElement?.closest('[role=dialog]')) return;
  content.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  content.focus({ preventScroll: true });
}

/** Returns what the form does, which its hidden field tells; null without such a field. */
function findIntent(form: HTMLFormElement | null): string | null {
  const field = form?.elements.namedItem('intent');
  return field instanceof HTMLInputElement ? field.value : null;
}

/**
 * Moves the focus on when its element disappears, such as a form that was saved, a toast or a closed
 * enquiry: browsers would move it to the start of the page. It goes to the same control of the same form, or to
 * the summary that hides it, or else to the open enquiry, or else to the row of the list that was used last, or to
 * the one in its place.
 */
export function useFocusRestoration(): void {
  useEffect(() => {
    let focused: HTMLInputElement | undefined;
    let intent: string | null = null;
    let findRow: (() => Element | null | undefined) | undefined;
    const rememberFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
      const element = target as HTMLInputElement;
      // A <dialog> gives the focus back by itself.
      focused = element.closest('dialog') ? undefined : element;
      if (!focused) return;
      // The form of an Undo is followed by one that does the opposite.
      intent = focused.closest('.toasts') ? null : findIntent(focused.form);
      const openId = new URLSearchParams(location.search).get('enquiry');
      const link = openId ? document.getElementById(getRowLinkId(openId)) : focused;
      const row = link?.closest('tr');
      if (!row) return;
      const { sectionRowIndex: index, parentElement: list } = row;
      findRow = () => (row.isConnected ? row : (list?.children[index] ?? list?.lastElementChild));
    };
    const restoreFocus = () => {
      if (!focused || (focused.checkVisibility?.() ?? true)) return;
      const forms = [...document.forms].filter((each) => findIntent(each) === intent);
      const form = intent === null || forms.length > 1 ? undefined : forms[0];
      const places = [
        form?.querySelector(focused.name ? `[name=${focused.name}]` : '[type=submit]'),
        form?.querySelector('summary'),
        document.getElementById(ENQUIRY_CONTENT_ID),
        findRow?.()?.querySelector('a'),
      ];
      (places.find((place) => place?.checkVisibility()) as HTMLElement | undefined)?.focus();
    };
    const observer = new MutationObserver(restoreFocus);
    // A class hides the bar of the selected rows.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] });
    addEventListener('focusin', rememberFocus);
    const { activeElement } = document;
    if (activeElement !== document.body) rememberFocus({ target: activeElement });
    return () => {
      observer.disconnect();
      removeEventListener('focusin', rememberFocus);
    };
  }, []);
}

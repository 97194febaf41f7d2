import { useEffect } from 'react';

/** The part of an open enquiry that scrolls, and does so by keys while it or a control in it has the focus. */
export const ENQUIRY_CONTENT_ID = 'enquiry-content';

export const getRowLinkId = (enquiryId: number | string): string => `view-${enquiryId}`;

/** The ref of that part: moves the focus to it, unless a field of the open enquiry has the focus already. */
export function focusEnquiryContent(content: HTMLElement | null): void {
  if (!content || document.activeElement?.closest('[role=dialog]')) return;
  content.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  content.focus({ preventScroll: true });
}

/**
 * Moves the focus on when its element disappears, such as a form that was saved, a toast or a closed
 * enquiry: browsers would move it to the start of the page. It goes to the same control of the same form, or
 * else to the open enquiry, or else to the row of the list that was used last, or to the one in its place.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: HTMLInputElement | undefined;
    let action: string | null | undefined;
    let findRow: (() => Element | null | undefined) | undefined;
    const remember = ({ target }: FocusEvent) => {
      focused = target as HTMLInputElement;
      // The form of an Undo is followed by one that does the opposite.
      action = focused.closest('.toasts') ? null : focused.form?.getAttribute('action');
      const openId = new URLSearchParams(location.search).get('enquiry');
      const link = openId ? document.getElementById(getRowLinkId(openId)) : focused;
      const row = link?.closest('tr');
      if (!row) return;
      const { sectionRowIndex: index, parentElement: list } = row;
      findRow = () => (row.isConnected ? row : (list?.children[index] ?? list?.lastElementChild));
    };
    const findControl = (name: string) => {
      const [form, otherForm] = document.querySelectorAll(`[action="${action}"]`);
      return otherForm ? null : form?.querySelector(name ? `[name=${name}]` : '[type=submit]');
    };
    const moveOn = () => {
      if (!focused || (focused.checkVisibility?.() ?? true)) return;
      const places = [
        findControl(focused.name),
        document.getElementById(ENQUIRY_CONTENT_ID),
        findRow?.()?.querySelector('a'),
      ];
      (places.find((place) => place?.checkVisibility()) as HTMLElement | undefined)?.focus();
    };
    const observer = new MutationObserver(moveOn);
    // A class hides the bar of the selected rows.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] });
    addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', remember);
    };
  }, []);
}

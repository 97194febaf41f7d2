import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Filled by the boot script: fields that somebody changed before the script took over. */
    early?: Map<Field, string> | undefined;
  }
}

/**
 * Keeps what was typed or chosen before the script took over. React sets a text back to what the
 * page came with, and never hears of a choice.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const early = window.early ?? [];
    delete window.early;
    for (const [field, value] of early) {
      const { type } = field;
      // Files stay in their field; no script could put them there.
      if (type !== 'file' && field.value !== value) field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (type === 'file' || type === 'select-one') {
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  }, []);
}

import type { DragEvent } from 'react';

/** Handlers of a form that give dropped files to the nearest field for files: the browser would open them. */
export const fileDropHandlers = {
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop(event: DragEvent) {
    const { files, types } = event.dataTransfer;
    const target = event.target as Element;
    if (files.length === 0 || event.defaultPrevented || target.matches('[type=file]')) return;
    event.preventDefault();

    // A picture that is dragged within a page is a file too, but has HTML beside it.
    if (types.includes('text/html')) return;
    const picker = target
      .closest(':has([type=file])')
      ?.querySelector<HTMLInputElement>('[type=file]');
    if (!picker) return;
    picker.files = files;
    picker.dispatchEvent(new Event('change', { bubbles: true }));
  },
};

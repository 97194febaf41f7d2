import { useSyncExternalStore } from 'react';
import { useHydrated } from '#app/components/hydrated.tsx';
import { postForm } from '#app/components/post-form.ts';

/**
 * Returns whether a field for files accepts HEIC pictures: true before hydration, false on an iPhone or iPad, which then
 * converts them to good JPEGs itself (AT-1).
 */
export function useAcceptsHeic(): boolean {
  if (!useHydrated()) return true;
  // An iPad says that it is a Macintosh, but no Macintosh has a touch screen.
  return !(/iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 0);
}

interface UploadProgress {
  sentBytes: number;
  /** 0 until the browser reports it. */
  totalBytes: number;
}

// A page has one form with an upload of its own: it is shared by the components that show it.
let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/**
 * Uploads a form and returns its response; useUploadProgress returns how far it is. Throws as postForm does: UploadCancelled
 * also when `signal` aborts because the visitor leaves the page. Throws the reason of a signal that has aborted before.
 */
export async function uploadForm(
  path: string,
  form: FormData,
  signal: AbortSignal,
): Promise<XMLHttpRequest> {
  signal.throwIfAborted();

  signal.addEventListener('abort', cancelUpload);

  request = new XMLHttpRequest();
  report({ sentBytes: 0, totalBytes: 0 });
  try {
    const onProgress = (sentBytes: number, totalBytes: number) => report({ sentBytes, totalBytes });
    return await postForm(path, form, onProgress, request);
  } finally {
    signal.removeEventListener('abort', cancelUpload);
    request = null;
    report(null);
  }
}

/** Aborts the upload that is running, if there is one; uploadForm then throws UploadCancelled. */
export function cancelUpload(): void {
  request?.abort();
}

/** Returns how many bytes of the form are sent; null when nothing is being uploaded. */
export function useUploadProgress(): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => progress,
    () => null,
  );
}

function report(newProgress: UploadProgress | null): void {
  progress = newProgress;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

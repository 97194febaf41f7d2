import { useSyncExternalStore } from 'react';
import type { ContactAnswer } from '../contact-answer.ts';

/** How far an upload is, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** Where a stored enquiry leads, or what is said of one that was not stored. */
export type Uploaded = { address: string } | { answer: ContactAnswer; status: number };

/** The visitor has taken it back. */
export class UploadCancelled extends Error {}

let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/**
 * Sends a form with files and tells how far it is, which fetch cannot. Throws UploadCancelled, and
 * what fetch would throw when there is no connection.
 */
export function uploadForm(address: string, form: FormData): Promise<Uploaded> {
  const sending = new XMLHttpRequest();
  request = sending;
  return new Promise<Uploaded>((resolve, reject) => {
    sending.open('POST', address);
    sending.setRequestHeader('Accept', 'application/json');
    sending.upload.onprogress = ({ loaded, total }) => tell({ sent: loaded, total });
    sending.onload = () => resolve(readAnswer(sending));
    sending.onerror = () => reject(new TypeError('no connection'));
    sending.onabort = () => reject(new UploadCancelled());
    tell({ sent: 0, total: 0 });
    sending.send(form);
  }).finally(() => {
    request = null;
    tell(null);
  });
}

/** Takes back what is being sent. */
export function cancelUpload(): void {
  request?.abort();
}

/** How far the upload is; null when there is none. */
export function useUpload(): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => progress,
    () => null,
  );
}

function readAnswer({ responseURL, responseText, status }: XMLHttpRequest): Uploaded {
  const { pathname, search } = new URL(responseURL);
  if (status === 200) return { address: `${pathname}${search}#sent` };
  return { answer: JSON.parse(responseText) as ContactAnswer, status };
}

function tell(next: UploadProgress | null): void {
  progress = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

import type { FieldError } from '#app/components/field.tsx';
import type { ContactWords } from '#app/content/words/contact.server.ts';
import { useSyncExternalStore } from 'react';

interface Words {
  title: string;
  message: string;
}

type FieldValues = Readonly<Record<keyof ContactWords['labels'], string>>;

export interface ContactAnswer {
  values: FieldValues | null;
  errors: readonly (FieldError & { field: string })[];
  files: readonly Words[];
  /** Files came that were not kept: without a script they have to be chosen again. */
  again: boolean;
  /** Where no answer came, what is said of it is in the page already. */
  toast: Words | 'unsent' | 'cancelled' | null;
}

export function answerTo(
  values: FieldValues | null,
  answer: Partial<Omit<ContactAnswer, 'values'>>,
): ContactAnswer {
  return { values, errors: [], files: [], again: false, toast: null, ...answer };
}

interface UploadProgress {
  sent: number;
  total: number;
}

type Uploaded = { address: string } | { answer: ContactAnswer; status: number };

export class UploadCancelled extends Error {}

let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/** Fetch tells no progress. Throws UploadCancelled, and what fetch throws without a connection. */
export function uploadForm(address: string, form: FormData): Promise<Uploaded> {
  const sending = new XMLHttpRequest();
  request = sending;
  return new Promise<Uploaded>((resolve, reject) => {
    sending.open('POST', address);
    sending.setRequestHeader('Accept', 'application/json');
    sending.upload.onprogress = ({ loaded, total }) => report({ sent: loaded, total });
    sending.onload = () => resolve(readAnswer(sending));
    sending.onerror = () => reject(new TypeError('no connection'));
    sending.onabort = () => reject(new UploadCancelled());
    report({ sent: 0, total: 0 });
    sending.send(form);
  }).finally(() => {
    request = null;
    report(null);
  });
}

export function cancelUpload(): void {
  request?.abort();
}

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

function report(next: UploadProgress | null): void {
  progress = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

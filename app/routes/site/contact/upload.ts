import type { FieldError } from '#app/components/field.tsx';
import type { ContactWords } from '#app/content/words/contact.server.ts';
import { useSyncExternalStore } from 'react';

interface Words {
  title: string;
  message: string;
}

type FieldValues = Readonly<Record<keyof ContactWords['labels'], string>>;

export interface ContactResult {
  values: FieldValues | null;
  errors: readonly (FieldError & { field: string })[];
  files: readonly Words[];
  /** The form had files, which were not stored: without a script they must be chosen again. */
  mustChooseFilesAgain: boolean;
  /** 'unsent' and 'cancelled' have their texts in the page: no response brought one. */
  toast: Words | 'unsent' | 'cancelled' | null;
}

export function buildContactResult(
  values: FieldValues | null,
  answer: Partial<Omit<ContactResult, 'values'>>,
): ContactResult {
  return { values, errors: [], files: [], mustChooseFilesAgain: false, toast: null, ...answer };
}

interface UploadProgress {
  sent: number;
  total: number;
}

type UploadResult = { path: string } | { result: ContactResult; status: number };

export class UploadCancelled extends Error {}

let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/**
 * Posts the form by XMLHttpRequest, because fetch reports no upload progress. Throws UploadCancelled,
 * and a TypeError without a connection.
 */
export function uploadForm(address: string, form: FormData): Promise<UploadResult> {
  const sending = new XMLHttpRequest();
  request = sending;
  return new Promise<UploadResult>((resolve, reject) => {
    sending.open('POST', address);
    sending.setRequestHeader('Accept', 'application/json');
    sending.upload.onprogress = ({ loaded, total }) => report({ sent: loaded, total });
    sending.onload = () => resolve(readUploadResult(sending));
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

export function useUploadProgress(): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => progress,
    () => null,
  );
}

function readUploadResult({ responseURL, responseText, status }: XMLHttpRequest): UploadResult {
  const { pathname, search } = new URL(responseURL);
  if (status === 200) return { path: `${pathname}${search}#sent` };
  return { result: JSON.parse(responseText) as ContactResult, status };
}

function report(next: UploadProgress | null): void {
  progress = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

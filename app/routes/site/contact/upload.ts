import { useSyncExternalStore } from 'react';
import type { FieldError } from '#app/components/field.tsx';
import { postForm } from '#app/components/post-form.ts';
import type { ContactMessages } from '#app/content/messages/contact.server.ts';

interface Messages {
  title: string;
  message: string;
}

type FieldValues = Readonly<Record<keyof ContactMessages['labels'], string>>;

export interface ContactResult {
  values: FieldValues | null;
  errors: readonly (FieldError & { field: string })[];
  files: readonly Messages[];
  /** The form had files, which were not stored: without a script they must be chosen again. */
  mustChooseFilesAgain: boolean;
  /** 'unsent' and 'cancelled' have their texts in the page: no response brought one. */
  toast: Messages | 'unsent' | 'cancelled' | null;
}

export function buildContactResult(
  values: FieldValues | null,
  answer: Partial<Omit<ContactResult, 'values'>>,
): ContactResult {
  return { values, errors: [], files: [], mustChooseFilesAgain: false, toast: null, ...answer };
}

interface UploadProgress {
  sentBytes: number;
  total: number;
}

type UploadResult = { path: string } | { result: ContactResult; status: number };

let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/** Posts the form and shows how much of it is sent. Throws as postForm does. */
export async function uploadForm(address: string, form: FormData): Promise<UploadResult> {
  request = new XMLHttpRequest();
  report({ sentBytes: 0, total: 0 });
  try {
    const onProgress = (sentBytes: number, total: number) => report({ sentBytes, total });
    return readUploadResult(await postForm(address, form, onProgress, request));
  } finally {
    request = null;
    report(null);
  }
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

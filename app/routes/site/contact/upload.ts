import { useSyncExternalStore } from 'react';
import type { FieldError } from '#app/components/field.tsx';
import { postForm } from '#app/components/post-form.ts';
import type { ContactMessages } from '#app/content/messages/contact.server.ts';

interface Messages {
  title: string;
  message: string;
}

type FieldValues = Readonly<Record<keyof ContactMessages['labels'], string>>;

/** Why a form was not stored. */
export interface ContactResult {
  /** The cleaned texts, for a page without a script; null if the fields still have the typed ones. */
  values: FieldValues | null;
  errors: readonly (FieldError & { field: string })[];
  files: readonly Messages[];
  /** The form had files, which were not stored: without a script they must be chosen again. */
  mustChooseFilesAgain: boolean;
  /** 'unsent' and 'cancelled' have their texts in the page, because no response brought a text. */
  toast: Messages | 'unsent' | 'cancelled' | null;
}

export const EMPTY_CONTACT_RESULT: ContactResult = {
  values: null,
  errors: [],
  files: [],
  mustChooseFilesAgain: false,
  toast: null,
};

interface UploadProgress {
  sentBytes: number;
  /** 0 until the browser reports it. */
  totalBytes: number;
}

/** The path of the page after a stored enquiry, or the refused form. */
type UploadResult = { path: string } | { result: ContactResult; status: number };

// A page has one contact form: its upload is shared by the components that show it.
let request: XMLHttpRequest | null = null;
let progress: UploadProgress | null = null;
const listeners = new Set<() => void>();

/**
 * Uploads the form; useUploadProgress returns how far it is. Throws as postForm does. `signal` aborts when the visitor
 * leaves the page: then the upload ends, and wasUploadInterrupted returns true.
 */
export async function uploadForm(
  path: string,
  form: FormData,
  signal: AbortSignal,
): Promise<UploadResult> {
  signal.throwIfAborted();
  request = new XMLHttpRequest();
  signal.addEventListener('abort', () => {
    isInterrupted = true;
    cancelUpload();
  });
  report({ sentBytes: 0, totalBytes: 0 });
  try {
    const onProgress = (sentBytes: number, totalBytes: number) => report({ sentBytes, totalBytes });
    return parseUploadResult(await postForm(path, form, onProgress, request));
  } finally {
    request = null;
    report(null);
  }
}

/** Aborts the upload that is running, if there is one; uploadForm then throws UploadCancelled. */
export function cancelUpload(): void {
  request?.abort();
}

let isInterrupted = false;

/** Returns whether the last upload has ended because the visitor left the page. */
export const wasUploadInterrupted = (): boolean => isInterrupted;

export function forgetInterruption(): void {
  isInterrupted = false;
}

/** Returns how many bytes of the form are sent; null when nothing is being uploaded. */
export function useUploadProgress(): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => progress,
    () => null,
  );
}

function parseUploadResult({ responseURL, responseText, status }: XMLHttpRequest): UploadResult {
  const { pathname, search, searchParams } = new URL(responseURL);
  // Not by the status: the login page of a public network has 200 too.
  if (searchParams.has('sent')) return { path: `${pathname}${search}#sent` };
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

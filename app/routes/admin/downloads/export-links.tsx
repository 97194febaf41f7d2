import { ButtonAnchor } from '#app/components/button.tsx';
import { useState } from 'react';
import { href, useOutletContext } from 'react-router';
import type { DeskWords } from '#app/content/words/desk.server.ts';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { type DeskView, filtersOnly, queryOf } from '#app/domain/desk/desk-view.ts';
import { phrase } from '#app/components/phrase.ts';
import type { ToastMessage } from '#app/components/toast.tsx';
import type { DeskContext } from '#app/routes/admin/frame/toasts.tsx';

/** Both exports follow the filters: links that download; with JavaScript they say how it went. */
export function ExportLinks({ view }: { view: DeskView }) {
  const { exports: words } = useDeskWords();
  const { show } = useOutletContext<DeskContext>();
  const [busy, setBusy] = useState(false);
  const query = queryOf(filtersOnly(view));
  const download = (event: React.MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void downloadExport(event.currentTarget.href, words)
      .then((toast) => toast && show({ toast }))
      .finally(() => setBusy(false));
  };
  const link = { variant: 'plain', onClick: download, 'aria-disabled': busy || undefined } as const;
  return (
    <>
      <ButtonAnchor {...link} href={`${href('/admin/dashboard/export.csv')}${query}`}>
        {words.button}
      </ButtonAnchor>
      <ButtonAnchor {...link} href={`${href('/admin/dashboard/export.xlsx')}${query}`}>
        {words.workbook}
      </ButtonAnchor>
    </>
  );
}

const PAYLOAD_TOO_LARGE = 413;
const TOO_MANY_REQUESTS = 429;
const KEEP_MS = 60_000;

/**
 * Fetches an export and hands it to the browser as a file once it is whole; what to say about it
 * (D-6). Null when the session is over: the login page takes its place.
 */
async function downloadExport(
  href: string,
  words: DeskWords['exports'],
): Promise<ToastMessage | null> {
  try {
    const response = await fetch(href, { headers: { Accept: 'application/octet-stream' } });
    if (response.redirected) {
      location.assign(response.url);
      return null;
    }
    if (response.status === 204) return refusal(words.none);
    if (response.status === PAYLOAD_TOO_LARGE) return refusal(words.tooLarge);
    if (response.status === TOO_MANY_REQUESTS) return refusal(words.running);
    const name = nameOf(response);
    // A page of something in between is no file, whatever its status.
    if (!response.ok || !name) return refusal(words.failed);
    save(await response.blob(), name);
    const count = Number(response.headers.get('X-Enquiries'));
    return { tone: 'success', title: words.done, text: phrase(words.doneMessage, { count }) };
  } catch {
    // The connection broke: what has come is not the whole file, and is thrown away.
    return refusal(words.failed);
  }
}

function refusal({ title, message }: { title: string; message: string }): ToastMessage {
  return { tone: 'error', title, text: message };
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

// Loaded by the first export.
import { interpolate } from '#app/components/texts.ts';
import type { DeskTexts } from '#app/content/texts/desk.server.ts';
import type { DeskToast } from '#app/routes/desk/action-data.ts';

const FILE_URL_LIFETIME_MS = 60_000;

/** Fetches an export, saves it as a file and returns a toast (D-6); null when the session has ended: it opens the login. */
export async function downloadExport(
  href: string,
  texts: DeskTexts['exports'],
): Promise<DeskToast | null> {
  try {
    const response = await fetch(href, { headers: { Accept: 'application/octet-stream' } });
    if (response.redirected) {
      location.assign(response.url);
      return null;
    }

    const { status, headers } = response;
    const name = getFileName(headers);
    // A proxy may send a page of its own with status 200.
    if (status !== 200 || !name) {
      return { tone: 'error', ...getExportError(status, texts) };
    }

    saveFile(await response.blob(), name);
    const { title, text } = texts.exported;
    const count = Number(headers.get('X-Enquiries'));
    return { tone: 'success', title, text: interpolate(text, { count }) };
  } catch {
    // The connection broke in the middle of the file.
    return { tone: 'error', ...texts.failed };
  }
}

function getExportError(status: number, texts: DeskTexts['exports']) {
  if (status === 204) return texts.noData;
  if (status === 413) return texts.tooLarge;
  return status === 429 ? texts.running : texts.failed;
}

function getFileName(headers: Headers): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1];
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_URL_LIFETIME_MS);
}

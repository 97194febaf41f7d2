import type { Route } from './+types/files-zip.ts';
import { zipOf } from '#app/domain/attachments/attachment-folder.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { openedId } from '#app/domain/desk/desk-view.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { fileWords } from '#app/content/desk/files.server.ts';
import { logError } from '#app/log.server.ts';
import { attachmentNamed, noFile } from '#app/routes/admin/downloads/file-answer.server.ts';
import { database } from '#db/database.server.ts';
import { attachmentsOf } from '#db/attachments.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const id = openedId(readView(url.searchParams));
  const all = id === null ? [] : await attachmentsOf(database(), id);
  const files = all.filter(({ removed }) => removed === null);
  if (files.length === 0) return noFile(language);
  const { length, body } = zipOf(files, (names) => {
    logError('attachment-missing', { enquiry: id, files: names.length });
    const { name, text } = fileWords[language].missing;
    return { name, text: `${text}\n\n${names.join('\n')}\n` };
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(length),
      'Content-Disposition': attachmentNamed(`enquiry-${id}-files.zip`),
    },
  });
}

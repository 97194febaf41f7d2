import { href } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

/** The files that came with an enquiry (AT-7); nothing where none did. */
export function EnquiryFiles({ id, files }: Pick<NonNullable<DeskState['open']>, 'id' | 'files'>) {
  const { files: words } = useDeskWords();
  if (files.length === 0) return null;
  return (
    <>
      <h3>{words.heading}</h3>
      <ul className="files">
        {files.map((file) => (
          <li key={file.id}>
            {file.hasPreview && (
              <img
                className="files__preview"
                src={href('/admin/dashboard/files/:id/preview', { id: String(file.id) })}
                alt={phrase(words.preview, { name: file.name })}
                loading="lazy"
                decoding="async"
              />
            )}
            <p>
              <bdi className="files__name">{file.name}</bdi>
              <span className="note__by">
                {file.type} <span className="slash">/</span> {file.size}
                {file.notScanned && (
                  <>
                    {' '}
                    <span className="slash">/</span> {words.notScanned}
                  </>
                )}
              </span>
            </p>
            {file.removed ? (
              <p>{words.removed}</p>
            ) : (
              <a
                className="plainbtn"
                href={href('/admin/dashboard/files/:id', { id: String(file.id) })}
                download
                aria-label={`${words.download} ${file.name}`}
              >
                {words.download}
              </a>
            )}
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <a
          className="plainbtn"
          href={`${href('/admin/dashboard/files.zip')}?enquiry=${id}`}
          download
        >
          {words.downloadAll}
        </a>
      )}
    </>
  );
}

import { href } from 'react-router';
import { DrawerHeading } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

/** The files that came with an enquiry (AT-7); nothing where none did. */
export function EnquiryFiles({ id, files }: Pick<NonNullable<DeskState['open']>, 'id' | 'files'>) {
  const { files: words } = useDeskWords();
  if (files.length === 0) return null;
  return (
    <>
      <DrawerHeading>{words.heading}</DrawerHeading>
      <ul className="mt-1.5 mb-3">
        {files.map((file) => (
          <li
            key={file.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-3"
          >
            {file.hasPreview && (
              <img
                className="col-span-full max-h-80 bg-paper-2"
                src={href('/admin/dashboard/files/:id/preview', { id: String(file.id) })}
                alt={phrase(words.preview, { name: file.name })}
                loading="lazy"
                decoding="async"
              />
            )}
            <p>
              <bdi className="block wrap-anywhere">{file.name}</bdi>
              <span className="text-ink-3">
                {file.type} <span className="slash">/</span> {file.size}
                {file.unscanned && (
                  <>
                    {' '}
                    <span className="slash">/</span> {words.unscanned[file.unscanned]}
                  </>
                )}
              </span>
            </p>
            {file.removed ? (
              <p>{words.removed[file.removed]}</p>
            ) : (
              <a
                className="plain-button"
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
          className="plain-button"
          href={`${href('/admin/dashboard/files.zip')}?enquiry=${id}`}
          download
        >
          {words.downloadAll}
        </a>
      )}
    </>
  );
}

import type { ComponentProps } from 'react';
import { ButtonAnchor } from '#app/components/button.tsx';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import type { DeskState, ShownRow } from '#app/domain/desk/desk.server.ts';
import { DrawerHeading, DrawerText } from './drawer.tsx';
import { href } from 'react-router';
import { phrase } from '#app/components/phrase.ts';
import type { AboutProject as Project } from '#app/content/catalogue/projects.server.ts';

const link =
  '-my-[0.6rem] tap decoration-1 underline-offset-[0.22em] max-[30rem]:-my-[0.4rem] print:m-0 print:min-h-0 print:no-underline';

export function EnquiryFacts({ enquiry }: { enquiry: NonNullable<DeskState['open']> }) {
  const { email, phone, company, project, about, verified, language, message } = enquiry;
  const { enquiry: words } = useDeskWords();
  const tel = telHref(phone);
  return (
    <>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] leading-text *:border-b *:border-line *:py-[0.6rem] max-[30rem]:grid-cols-1 print:grid-cols-[var(--paper-fence)_minmax(0,1fr)] print:*:border-b-[0.2mm] print:*:py-[1.5mm]">
        <Fact label={words.email}>
          <a className={link} href={mailtoHref(email)}>
            {email}
          </a>
        </Fact>
        <Fact label={words.phone}>
          {tel ? (
            <a className={link} href={tel}>
              {phone}
            </a>
          ) : (
            phone || '-'
          )}
        </Fact>
        <Fact label={words.company} dir="auto">
          {company || '-'}
        </Fact>
        <Fact label={words.project}>{project}</Fact>
        <Fact label={words.language}>{words.languages[language]}</Fact>
        {about && (
          <Fact label={words.about}>
            <AboutProject about={about} className={link} />
          </Fact>
        )}
        <Fact label={words.verification}>{verified ? words.verified : words.unverified}</Fact>
      </dl>
      <DrawerHeading>{words.message}</DrawerHeading>
      <DrawerText lang={language}>{message || '-'}</DrawerText>
    </>
  );
}

interface FactProps extends Pick<ComponentProps<'dd'>, 'dir' | 'children'> {
  label: string;
}

function Fact({ label, ...rest }: FactProps) {
  return (
    <>
      <dt className="text-ink-3 max-[30rem]:border-0 max-[30rem]:pb-0">{label}</dt>
      <dd className="wrap-anywhere max-[30rem]:pt-0" {...rest} />
    </>
  );
}

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
              <ButtonAnchor
                variant="plain"
                href={href('/admin/dashboard/files/:id', { id: String(file.id) })}
                download
                aria-label={`${words.download} ${file.name}`}
              >
                {words.download}
              </ButtonAnchor>
            )}
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <ButtonAnchor
          variant="plain"
          href={`${href('/admin/dashboard/files.zip')}?enquiry=${id}`}
          download
        >
          {words.downloadAll}
        </ButtonAnchor>
      )}
    </>
  );
}

export function EnquiryFlags({ row }: { row: Pick<ShownRow, 'verified' | 'overdue' | 'due'> }) {
  const { enquiry: words, handling } = useDeskWords();
  return (
    <>
      {row.overdue && (
        <span className="name-flag border-error font-strong text-error">{words.overdue}</span>
      )}
      {row.overdue && row.due && ' '}
      {row.due && <span className="name-flag">{handling.due}</span>}
      {!row.verified && <span className="name-flag">{words.unverified}</span>}
    </>
  );
}

export function AboutProject({ about, className }: { about: Project; className?: string }) {
  if (!about.path) return about.title;
  return (
    <a className={className} href={about.path}>
      {about.title}
    </a>
  );
}

/** A mailto link to a visitor's address, whatever stands in it, with a subject if given. */
export function mailtoHref(email: string, subject?: string): string {
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
}

/** A tel link for what a visitor typed as a phone number; null when there is no number in it. */
function telHref(phone: string): string | null {
  const digits = phone.replace(/[^\d+]/g, '');
  return /^\+?\d{3,}$/.test(digits) ? `tel:${digits}` : null;
}

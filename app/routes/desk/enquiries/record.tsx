import type { ComponentProps, ReactNode } from 'react';
import { href } from 'react-router';
import { ButtonAnchor } from '#app/components/button.tsx';
import { interpolate } from '#app/components/texts.ts';
import type { AboutProject } from '#app/content/catalogue/projects.server.ts';
import type { OpenedEnquiry, ShownRow } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  SlashSeparated,
  useDeskFrameTexts,
  useDeskTexts,
  useOpenEnquiryTexts,
} from '#app/routes/desk/frame.tsx';
import { DrawerHeading, DrawerText } from './drawer.tsx';

export const LINK =
  '-my-row tap decoration-1 underline-offset-near max-xs:-my-[0.4rem] print:m-0 print:min-h-0 print:no-underline';

/**
 * Shows the language, the project from whose page it was sent, how it came if staff wrote it down, and what the
 * customer filled in, without what head and message show (DK-9).
 */
export function EnquiryFacts({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { facts, aboutProject, language, staffSource } = enquiry;
  const { enquiry: texts } = useOpenEnquiryTexts();

  return (
    <dl className="fact-list mt-4">
      {facts.map(({ name, type, value }) => (
        <Fact key={name} label={texts[name]} dir={type === 'line' ? 'auto' : undefined}>
          {value}
        </Fact>
      ))}
      <Fact label={texts.language}>{texts.languages[language]}</Fact>
      {aboutProject && (
        <Fact label={texts.sentFrom}>
          <ProjectLink project={aboutProject} className={LINK} />
        </Fact>
      )}
      {staffSource && (
        <Fact label={texts.source}>
          <SlashSeparated parts={[texts.sources[staffSource], enquiry.writtenBy]} />
        </Fact>
      )}
    </dl>
  );
}

export function EnquiryMessage({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { language, message } = enquiry;
  const { enquiry: texts } = useOpenEnquiryTexts();
  return (
    <>
      <DrawerHeading>{texts.message}</DrawerHeading>
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
      <dt className="text-ink-3">{label}</dt>
      <dd className="wrap-anywhere" {...rest} />
    </>
  );
}

/** Shows the files of the form, and if the customer has sent several in all, the link to a ZIP of them. */
export function EnquiryFiles({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { files: texts } = useOpenEnquiryTexts();
  return (
    <>
      {enquiry.files.length > 0 && (
        <>
          <DrawerHeading>{texts.heading}</DrawerHeading>
          <FileList files={enquiry.files} />
        </>
      )}
      {enquiry.fileCount > 1 && (
        <ButtonAnchor
          variant="plain"
          className="mt-3"
          href={`${href('/admin/dashboard/files.zip')}?enquiry=${enquiry.id}`}
          download
        >
          {texts.downloadAll}
        </ButtonAnchor>
      )}
    </>
  );
}

/** Lists files with preview, size and state, each with its download. The caller leaves it out if there are none. */
export function FileList({ files }: Pick<OpenedEnquiry, 'files'>) {
  const { files: texts } = useOpenEnquiryTexts();
  return (
    <ul className="mt-1.5 mb-3 flex items-end gap-4 overflow-x-auto print:flex-wrap">
      {files.map((file) => (
        <li key={file.id} className="w-36 flex-none">
          {file.hasPreview && (
            <a
              href={href('/admin/dashboard/files/:id/preview', { id: String(file.id) })}
              target="_blank"
            >
              <img
                className="h-24 w-36 bg-paper-2 object-cover"
                src={href('/admin/dashboard/files/:id/preview', { id: String(file.id) })}
                alt={interpolate(texts.preview, { name: file.name })}
                loading="lazy"
                decoding="async"
              />
            </a>
          )}
          <bdi className="line-clamp-2 wrap-anywhere print:line-clamp-none" title={file.name}>
            {file.name}
          </bdi>
          <p className="text-ink-3">
            <SlashSeparated
              parts={[file.type, file.size, file.unscanned && texts.unscanned[file.unscanned]]}
            />
          </p>
          {file.removed ? (
            <p>{texts.removed[file.removed]}</p>
          ) : (
            <a
              className="tap min-w-target underline-offset-near print:hidden"
              href={href('/admin/dashboard/files/:id', { id: String(file.id) })}
              download
              aria-label={`${texts.download} ${file.name}`}
            >
              {texts.download}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

interface BadgeProps {
  /** `strong` is urgent, `b` important. */
  as?: 'span' | 'b' | 'strong';
  children: ReactNode;
}

export function Badge({ as: Word = 'span', children }: BadgeProps) {
  // The space is copied with the name before it.
  return (
    <>
      {' '}
      <Word className="badge">{children}</Word>
    </>
  );
}

type EnquiryWithFlags = Pick<ShownRow, 'suspicion' | 'isOverdue' | 'isDue' | 'staffSource'>;

export function EnquiryFlags({ row }: { row: EnquiryWithFlags }) {
  const { flags: texts } = useDeskTexts();
  return (
    <>
      {row.isOverdue && <Badge as="strong">{texts.overdue}</Badge>}
      {row.isDue && <Badge>{texts.due}</Badge>}
      {row.suspicion && <Badge>{row.suspicion}</Badge>}
      {row.staffSource && <Badge>{texts.sources[row.staffSource]}</Badge>}
    </>
  );
}

export function ProjectLink({ project, className }: { project: AboutProject; className?: string }) {
  if (!project.path) return project.title;
  return (
    <a className={className} href={project.path}>
      {project.title}
    </a>
  );
}

type StatusChange = OpenedEnquiry['changes'][number];
type ValueChange = (OpenedEnquiry['assignments'] | OpenedEnquiry['followUps'])[number];

/** Lists the notes, then the changes of status, assignee and follow-up day, each oldest first; nothing without any. */
export function EnquiryHistory({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { notes, changes, assignments, followUps } = enquiry;
  const texts = useOpenEnquiryTexts();
  const { statuses } = useDeskFrameTexts();

  const describeStatusChange = ({ from, to, isByAnswer }: StatusChange) => {
    if (!isByAnswer) {
      return interpolate(texts.enquiry.change, { from: statuses[from], to: statuses[to] });
    }
    // A customer's message moves a completed enquiry back to In Progress. If it was read late, the enquiry may be in
    // progress already: `from` and `to` are the same then (AN-5).
    const hasReopened = from !== to;
    return hasReopened ? texts.correspondence.reopened : texts.correspondence.readLate;
  };

  const { assignment } = texts;
  const describeChange = ({ from, to }: ValueChange, emptyText: string) =>
    interpolate(assignment.change, { from: from ?? emptyText, to: to ?? emptyText });

  return (
    <>
      {notes.length > 0 && <DrawerHeading>{texts.enquiry.notes}</DrawerHeading>}
      {notes.map(({ id, author, time, note }) => (
        <article
          className="border-b border-line py-row text-note text-ink-2 print:break-inside-avoid print:py-2mm print:text-print"
          key={id}
        >
          <p className="text-ink-3">
            <SlashSeparated parts={[author, time]} />
          </p>
          <p className="leading-text wrap-anywhere whitespace-pre-wrap" dir="auto">
            {note}
          </p>
        </article>
      ))}
      <ChangeList title={texts.enquiry.changes} changes={changes} describe={describeStatusChange} />
      <ChangeList
        title={assignment.assignments}
        changes={assignments}
        describe={(change) => describeChange(change, assignment.unassigned)}
      />
      <ChangeList
        title={assignment.followUps}
        changes={followUps}
        describe={(change) => describeChange(change, assignment.noDay)}
      />
    </>
  );
}

interface ChangeListProps<Change> {
  title: string;
  changes: readonly Change[];
  describe: (change: Change) => string;
}

function ChangeList<Change extends { id: number; author: string; time: string }>({
  title,
  changes,
  describe,
}: ChangeListProps<Change>) {
  if (changes.length === 0) return null;
  return (
    <>
      <DrawerHeading>{title}</DrawerHeading>
      <ol className="p-0">
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-row print:break-inside-avoid print:py-2mm"
          >
            {describe(change)}{' '}
            <span className="text-ink-3">
              <SlashSeparated parts={[change.author, change.time]} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import type { AttachmentWords } from '#app/content/texts/attachments.server.ts';
import type { ContactWords, FormWords } from '#app/content/texts/contact.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { AttachmentField } from './attachments/attachment-field.tsx';
import { UploadStatus } from './attachments/upload-status.tsx';
import { useAttachments } from './attachments/use-attachments.ts';
import type { ContactAnswer } from './contact-answer.ts';
import { EnquiryFields, type FieldRules } from './enquiry-fields.tsx';
import { HumanCheck } from './human-check.tsx';
import { SendRow } from './send-row.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSending } from './use-sending.ts';

interface ContactFormProps {
  page: {
    words: FormWords;
    success: ContactWords['success'] | null;
    formToken: string;
    attributes: FieldRules;
    about: { slug: string; title: string; type: string; said: string } | null;
    turnstile: { siteKey: string; origin: string } | null;
    /** The words for files; null where none are taken. */
    files: Omit<AttachmentWords, 'notTaken'> | null;
    /** Whether photos may come as HEIC. */
    heic: boolean;
  };
  answer: ContactAnswer | undefined;
  /** Set once the enquiry is stored, with what is said of files that were not. */
  sent: { filesLeftOut: string | null } | false;
}

/** The enquiry form: whole without JavaScript; with it, verified, delayed and never sent twice. */
export function ContactForm({ page, answer, sent }: ContactFormProps) {
  const { words } = page;
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck(page.turnstile, answer);
  const sending = useSending();
  const errors = answer?.errors ?? [];
  const attachments = useAttachments(page.files);
  const refused = (answer?.files ?? []).map(({ title, message }) => ({ title, text: message }));
  const all = [...errors, ...refused.map((error) => ({ ...error, field: 'files' }))];
  useFocusOnAnswer(form, answer, sent !== false);
  return (
    <Form
      ref={form}
      className="grid grid-cols-1 gap-6 md:col-[6/end] lg:col-[5/13] print:hidden"
      method="post"
      action={address('/contact')}
      encType="multipart/form-data"
      noValidate
      aria-label={words.form}
      onFocus={human.prepare}
      onSubmit={sending.send}
      {...(page.files ? attachments.form : {})}
    >
      {all.length > 0 && (
        <ErrorSummary heading={counted(words.errorHeading, all.length)} errors={all} />
      )}
      {sent && page.success && <SentPanel words={page.success} {...sent} />}
      <EnquiryFields
        words={words}
        values={answer?.values ?? null}
        rules={page.attributes}
        errors={errors}
        projectType={page.about?.type}
      />
      <Honeypot label={words.website} />
      <input type="hidden" name="form_token" value={page.formToken} />
      {page.about && <AboutProject {...page.about} />}
      <input type="hidden" name="turnstileToken" value={human.token} />
      {/* The last field of the form: whoever is refused is told before the first byte of a file. */}
      {page.files && (
        <AttachmentField
          words={page.files}
          heic={page.heic}
          optional={words.optional}
          attachments={attachments}
          errors={[...refused, ...attachments.refused]}
          again={answer?.again ?? false}
        />
      )}
      <HumanCheck
        words={words.human}
        check={human}
        error={errors.find(({ field }) => field === 'verification')}
      />
      {page.files && <UploadStatus words={page.files} />}
      <SendRow words={words} check={human} busy={sending.busy} />
    </Form>
  );
}

/** The first refused field, or the message of success, gets the focus (ledger CF-14). */
function useFocusOnAnswer(
  form: React.RefObject<HTMLFormElement | null>,
  answer: ContactFormProps['answer'],
  sent: boolean,
) {
  useEffect(() => {
    const target = answer ? '[aria-invalid="true"]' : sent ? '#sent' : null;
    if (target) form.current?.querySelector<HTMLElement>(target)?.focus();
  }, [form, answer, sent]);
}

interface SentPanelProps {
  words: ContactWords['success'];
  filesLeftOut: string | null;
}

function SentPanel({ words, filesLeftOut }: SentPanelProps) {
  return (
    <div
      className="grid gap-1 border-t-2 border-status-completed bg-status-completed-wash px-6 py-5"
      id="sent"
      role="status"
      tabIndex={-1}
    >
      <h2 className="text-large/list font-medium">{words.title}</h2>
      <p>{words.message}</p>
      {filesLeftOut && <p>{filesLeftOut}</p>}
    </div>
  );
}

/** Out of sight and out of the tab order: who fills it in does not see the page (ledger CF-7). */
function Honeypot({ label }: { label: string }) {
  return (
    <p className="absolute -start-[100vw] size-px overflow-hidden" aria-hidden="true">
      <label>
        {label} <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

function AboutProject({ slug, title, said }: { slug: string; title: string; said: string }) {
  return (
    <p className="text-note text-ink-2">
      {said}{' '}
      <PageLink className="tap" to={`/projects/${slug}`}>
        {title}
      </PageLink>
      <input type="hidden" name="about" value={slug} />
    </p>
  );
}

import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import {
  contact,
  contactErrors,
  contactSuccess,
  errorHeading,
} from '#app/content/texts/contact.ts';
import { filesNotTaken } from '#app/content/texts/attachments.ts';
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { AttachmentField } from './attachments/attachment-field.tsx';
import type { ContactAnswer, ErrorName } from './contact-answer.ts';
import { EnquiryFields, type FieldRules } from './enquiry-fields.tsx';
import { HumanCheck } from './human-check.tsx';
import { SendRow } from './send-row.tsx';
import { UploadStatus } from './attachments/upload-status.tsx';
import { useAttachments } from './attachments/use-attachments.ts';
import { useHumanCheck } from './use-human-check.ts';
import { useSending } from './use-sending.ts';

interface ContactFormProps {
  page: {
    formToken: string;
    attributes: FieldRules;
    about: { slug: string; title: string; type: string } | null;
    turnstile: { siteKey: string; origin: string } | null;
    /** Whether files are taken. */
    files: boolean;
  };
  answer: ContactAnswer | undefined;
  /** Set once the enquiry is stored. */
  sent: { filesLeftOut: boolean } | false;
}

/** The enquiry form: whole without JavaScript; with it, verified, delayed and never sent twice. */
export function ContactForm({ page, answer, sent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck(page.turnstile);
  const sending = useSending();
  const errors = errorsOf(answer?.fields ?? []);
  const attachments = useAttachments();
  const refused = (answer?.files ?? []).map(({ title, message }) => ({ title, text: message }));
  const all = [...errors, ...refused.map((error) => ({ ...error, field: 'files' }))];
  useFocusOnAnswer(form, answer, sent !== false);
  return (
    <Form
      ref={form}
      className="form contact__form"
      method="post"
      action="/contact"
      encType="multipart/form-data"
      noValidate
      aria-label="Enquiry"
      onFocus={human.prepare}
      onSubmit={sending.send}
      {...(page.files ? attachments.form : {})}
    >
      {all.length > 0 && <ErrorSummary heading={errorHeading(all.length)} errors={all} />}
      {sent && <SentPanel {...sent} />}
      <EnquiryFields
        values={answer?.values ?? null}
        rules={page.attributes}
        errors={errors}
        projectType={page.about?.type}
      />
      <Honeypot />
      <input type="hidden" name="form_token" value={page.formToken} />
      {page.about && <AboutProject {...page.about} />}
      <input type="hidden" name="turnstileToken" value={human.token} />
      {/* The last field of the form: whoever is refused is told before the first byte of a file. */}
      {page.files && (
        <AttachmentField
          attachments={attachments}
          errors={[...refused, ...attachments.refused]}
          again={answer?.again ?? false}
        />
      )}
      <HumanCheck check={human} error={errors.find(({ field }) => field === 'verification')} />
      <UploadStatus />
      <SendRow check={human} busy={sending.busy} />
    </Form>
  );
}

function errorsOf(fields: readonly ErrorName[]): (FieldError & { field: ErrorName })[] {
  return fields.map((field) => {
    const { title, message } = contactErrors[field];
    return { field, title, text: message };
  });
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

function SentPanel({ filesLeftOut }: { filesLeftOut: boolean }) {
  return (
    <div className="sent" id="sent" role="status" tabIndex={-1}>
      <h2>{contactSuccess.title}</h2>
      <p>{contactSuccess.message}</p>
      {filesLeftOut && <p>{filesNotTaken}</p>}
    </div>
  );
}

/** Out of sight and out of the tab order: who fills it in does not see the page (ledger CF-7). */
function Honeypot() {
  return (
    <p className="hp" aria-hidden="true">
      <label>
        Website <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

function AboutProject({ slug, title }: { slug: string; title: string }) {
  return (
    <p className="note">
      {contact.about} <PageLink to={`/projects/${slug}`}>{title}</PageLink>
      <input type="hidden" name="about" value={slug} />
    </p>
  );
}

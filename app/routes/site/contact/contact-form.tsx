import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import {
  contact,
  contactErrors,
  contactSuccess,
  errorHeading,
} from '#app/content/texts/contact.ts';
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { EnquiryFields, type FieldRules, type FieldValues } from './enquiry-fields.tsx';
import { HumanCheck } from './human-check.tsx';
import { SendRow } from './send-row.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSending } from './use-sending.ts';

type ErrorName = Exclude<keyof typeof contactErrors, 'wait' | 'limit' | 'send'>;

interface ContactFormProps {
  page: {
    formToken: string;
    attributes: FieldRules;
    about: { slug: string; title: string; type: string } | null;
    turnstile: { siteKey: string; origin: string } | null;
  };
  answer: { values: FieldValues | null; fields: readonly ErrorName[] } | undefined;
  sent: boolean;
}

/** The enquiry form: whole without JavaScript; with it, verified, delayed and never sent twice. */
export function ContactForm({ page, answer, sent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck(page.turnstile);
  const sending = useSending();
  const errors = errorsOf(answer?.fields ?? []);
  useFocusOnAnswer(form, answer, sent);
  return (
    <Form
      ref={form}
      className="form contact__form"
      method="post"
      action="/contact"
      noValidate
      aria-label="Enquiry"
      onFocus={human.prepare}
      onSubmit={sending.send}
    >
      {errors.length > 0 && <ErrorSummary heading={errorHeading(errors.length)} errors={errors} />}
      {sent && <SentPanel />}
      <EnquiryFields
        values={answer?.values ?? null}
        rules={page.attributes}
        errors={errors}
        projectType={page.about?.type}
      />
      <Honeypot />
      <input type="hidden" name="form_token" value={page.formToken} />
      {page.about && <AboutProject {...page.about} />}
      <HumanCheck check={human} error={errors.find(({ field }) => field === 'verification')} />
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

function SentPanel() {
  return (
    <div className="sent" id="sent" role="status" tabIndex={-1}>
      <h2>{contactSuccess.title}</h2>
      <p>{contactSuccess.message}</p>
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

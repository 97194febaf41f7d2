import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import type { ContactWords, FormWords } from '#app/content/texts/contact.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { counted } from '#app/ui/language/phrase.ts';
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx';
import type { FieldError } from '#app/ui/forms/field-messages.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { EnquiryFields, type FieldRules, type FieldValues } from './enquiry-fields.tsx';
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
  };
  answer:
    { values: FieldValues | null; errors: readonly (FieldError & { field: string })[] } | undefined;
  sent: boolean;
}

/** The enquiry form: whole without JavaScript; with it, verified, delayed and never sent twice. */
export function ContactForm({ page, answer, sent }: ContactFormProps) {
  const { words } = page;
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck(page.turnstile);
  const sending = useSending();
  const errors = answer?.errors ?? [];
  useFocusOnAnswer(form, answer, sent);
  return (
    <Form
      ref={form}
      className="form contact__form"
      method="post"
      action={address('/contact')}
      noValidate
      aria-label={words.form}
      onFocus={human.prepare}
      onSubmit={sending.send}
    >
      {errors.length > 0 && (
        <ErrorSummary heading={counted(words.errorHeading, errors.length)} errors={errors} />
      )}
      {sent && page.success && <SentPanel words={page.success} />}
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
      <HumanCheck
        words={words.human}
        check={human}
        error={errors.find(({ field }) => field === 'verification')}
      />
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

function SentPanel({ words }: { words: ContactWords['success'] }) {
  return (
    <div className="sent" id="sent" role="status" tabIndex={-1}>
      <h2>{words.title}</h2>
      <p>{words.message}</p>
    </div>
  );
}

/** Out of sight and out of the tab order: who fills it in does not see the page (ledger CF-7). */
function Honeypot({ label }: { label: string }) {
  return (
    <p className="hp" aria-hidden="true">
      <label>
        {label} <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

function AboutProject({ slug, title, said }: { slug: string; title: string; said: string }) {
  return (
    <p className="note">
      {said} <PageLink to={`/projects/${slug}`}>{title}</PageLink>
      <input type="hidden" name="about" value={slug} />
    </p>
  );
}

import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { ErrorSummary, SelectField, TextArea, TextField } from '#app/components/field.tsx';
import { focusInView } from '#app/components/in-page-link.tsx';
import { interpolate, pluralize } from '#app/components/messages.ts';
import { PageLink, useLocalizedPath } from '#app/components/page.tsx';
import { preventBreaksInRanges } from '#app/components/ranges.tsx';
import { formatFileSize } from '#app/content/file-size.ts';
import type {
  AttachmentMessages,
  ContactMessages,
  FormMessages,
} from '#app/content/messages/contact.server.ts';
import type { FormField } from '#app/domain/enquiries/enquiry-form.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import {
  AttachmentField,
  plainControlClass,
  useAttachments,
  type Attachments,
} from '#app/routes/attachments.tsx';
import type { loadContactPage } from '#app/routes/site/contact/contact.server.ts';
import { useSiteFrame } from '#app/routes/site/page.ts';
import { HumanCheck, useHumanCheck, type HumanCheckState } from './human-check.tsx';
import { getTypedForm, keepChosenFiles, keepTypedValue } from './typed-form.ts';
import { cancelUpload, useUploadProgress, type ContactResult } from './upload.ts';

interface ContactFormProps {
  page: ReturnType<typeof loadContactPage> & { acceptsHeic: boolean };
  /** The values and errors of a refused submission. */
  result: ContactResult | undefined;
  /** The page confirms a stored submission. */
  isSent: boolean;
}

/** The form with its errors, its upload's progress, and the confirmation of a stored submission. */
export function ContactForm({ page, result, isSent }: ContactFormProps) {
  const { messages, aboutProject } = page;
  const { language } = useSiteFrame();
  const localizePath = useLocalizedPath();
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck(page.turnstile, result);
  const sending = useDelayedSubmit();
  const [typedForm] = useState(getTypedForm);
  const attachments = useAttachments(page.files?.errors ?? null);
  useKeptFiles(attachments, typedForm.files);
  const fieldErrors = result?.errors ?? [];
  const fileErrors = (result?.files ?? []).map(({ title, message }) => ({ title, text: message }));
  const allErrors = [...fieldErrors, ...fileErrors.map((error) => ({ ...error, field: 'files' }))];
  useFocusOnResult(form, result, isSent);
  return (
    <Form
      ref={form}
      className="grid grid-cols-1 gap-6 md:col-6/end lg:col-5/13 print:hidden"
      method="post"
      // Without JavaScript the page of a refused form is read from this URL (CF-11).
      action={localizePath(aboutProject ? `/contact?about=${aboutProject.slug}` : '/contact')}
      encType="multipart/form-data"
      noValidate
      aria-label={messages.form}
      onFocus={human.prepare}
      onInput={keepTypedValue}
      onSubmit={sending.send}
      {...(page.files ? attachments.form : {})}
    >
      {allErrors.length > 0 && (
        <ErrorSummary
          heading={pluralize(messages.errorHeading, allErrors.length)}
          errors={allErrors}
        />
      )}
      {isSent && page.success && (
        <SentPanel messages={page.success} filesLeftOut={page.filesLeftOut} />
      )}
      <EnquiryFields page={page} values={result?.values ?? typedForm.values} errors={fieldErrors} />
      <Honeypot label={messages.website} />
      <input type="hidden" name="form_token" value={page.formToken} />
      {aboutProject && <AboutProject {...aboutProject} />}
      <input type="hidden" name="turnstileToken" value={human.token} />
      {/* The last field: a throttled sender is refused before the first byte of a file (AT-4). */}
      {page.files && (
        <AttachmentField
          messages={page.files}
          language={language}
          acceptsHeic={page.acceptsHeic}
          hint={messages.optional}
          attachments={attachments}
          errors={[...fileErrors, ...attachments.refused]}
          mustChooseFilesAgain={result?.mustChooseFilesAgain ?? false}
        />
      )}
      <HumanCheck
        messages={messages.human}
        check={human}
        error={fieldErrors.find(({ field }) => field === 'verification')}
      />
      {page.files && <UploadStatus messages={page.files} />}
      <SendRow messages={messages} check={human} busy={sending.busy} />
    </Form>
  );
}

/** Chooses the files again that were chosen when the page was left, and keeps those of now. */
function useKeptFiles(attachments: Attachments, keptFiles: readonly File[]) {
  const { files } = attachments;
  useEffect(() => keepChosenFiles(files), [files]);
  const restoreFiles = useEffectEvent(() => attachments.add(keptFiles));
  useEffect(() => restoreFiles(), []);
}

function useFocusOnResult(
  form: React.RefObject<HTMLFormElement | null>,
  result: ContactFormProps['result'],
  isSent: boolean,
) {
  useEffect(() => {
    if (!result && !isSent) return;
    const selector = result ? '[aria-invalid="true"]' : '#sent';
    focusInView(form.current?.querySelector<HTMLElement>(selector));
  }, [form, result, isSent]);
}

interface SentPanelProps {
  messages: NonNullable<ContactFormProps['page']['success']>;
  filesLeftOut: string | null;
}

function SentPanel({ messages, filesLeftOut }: SentPanelProps) {
  return (
    <div
      className="grid gap-1 border-t-2 border-status-completed bg-status-completed-wash px-6 py-5"
      id="sent"
      tabIndex={-1}
    >
      <h2 className="text-large/list font-medium">{messages.title}</h2>
      <p>{preventBreaksInRanges(messages.message)}</p>
      <p>{messages.number}</p>
      {filesLeftOut && <p>{filesLeftOut}</p>}
    </div>
  );
}

/** Invisible and not in the tab order: only a program fills it in (CF-7). */
function Honeypot({ label }: { label: string }) {
  return (
    <p className="absolute -start-[100vw] size-px overflow-hidden" aria-hidden="true">
      <label>
        {`${label} `}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

function AboutProject({ slug, title, text }: { slug: string; title: string; text: string }) {
  return (
    <p className="text-note text-ink-2">
      {text}{' '}
      <PageLink className="tap" to={`/projects/${slug}`}>
        {title}
      </PageLink>
      <input type="hidden" name="about" value={slug} />
    </p>
  );
}

interface EnquiryFieldsProps extends Pick<ContactResult, 'errors'> {
  page: ContactFormProps['page'];
  values: Partial<NonNullable<ContactResult['values']>>;
}

function EnquiryFields(props: EnquiryFieldsProps) {
  return (
    <div className="grid gap-x-gutter gap-y-6 lg:grid-cols-2">
      {props.page.fields.map((field) => (
        <EnquiryField key={field.name} field={field} {...props} />
      ))}
    </div>
  );
}

function EnquiryField({ field, page, values, errors }: EnquiryFieldsProps & { field: FormField }) {
  const { messages, aboutProject } = page;
  const { name, type, ...attributes } = field;
  const props = {
    name,
    label: messages.labels[name],
    defaultValue: values[name],
    error: errors.find((error) => error.field === name),
    // Without JavaScript the first refused field gets the focus this way.
    autoFocus: errors[0]?.field === name,
  };
  const hint = attributes.required ? undefined : messages.optional;
  if (type === 'choice') {
    return (
      <div className="col-span-full">
        <SelectField {...props} defaultValue={values[name] ?? aboutProject?.type}>
          {Object.entries(messages.projectTypes).map(([value, label]) => (
            <option key={value} value={label === value ? undefined : value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    );
  }
  if (type === 'text') {
    return (
      <div className="col-span-full">
        <TextArea {...props} {...attributes} hint={hint} rows={6} hasCounter />
      </div>
    );
  }
  const inputType = type === 'line' ? undefined : type;
  return <TextField {...props} {...attributes} hint={hint} type={inputType} />;
}

const QUARTERS = 4;

interface UploadStatusProps {
  messages: Pick<AttachmentMessages, 'sending' | 'progress' | 'cancel'>;
}

function UploadStatus({ messages }: UploadStatusProps) {
  const { language } = useSiteFrame();
  const upload = useUploadProgress();
  const { sentBytes = 0, totalBytes = 0 } = upload ?? {};
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const percentInQuarters = (Math.floor(share * QUARTERS) / QUARTERS) * 100;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-has-[progress]:contents">
      {/* Announced each quarter only: a screen reader would read out every byte. */}
      <p className="sr-only" role="status">
        {upload && interpolate(messages.sending, { percent: percentInQuarters })}
      </p>
      {upload && (
        <>
          <progress
            className="h-2 flex-[1_1_12rem] accent-oak"
            max={totalBytes || undefined}
            value={totalBytes > 0 ? sentBytes : undefined}
          />
          <p aria-hidden="true">
            {interpolate(messages.progress, {
              sent: formatFileSize(sentBytes, language),
              total: formatFileSize(totalBytes, language),
            })}
          </p>
          <button className={plainControlClass} type="button" onClick={cancelUpload}>
            {messages.cancel}
          </button>
        </>
      )}
    </div>
  );
}

const HINT_ID = 'send-hint';

interface SendRowProps {
  messages: FormMessages;
  check: HumanCheckState;
  busy: boolean;
}

function SendRow({ messages, check, busy }: SendRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <Button
        type="submit"
        busy={busy}
        disabled={check.blocksSending || busy}
        aria-describedby={HINT_ID}
      >
        {busy ? messages.busy : messages.button}
      </Button>
      <div className="flex-[1_1_16rem] text-note text-ink-2">
        {/* Its space is reserved, so that a changing text shifts no layout. */}
        <p id={HINT_ID} className="min-h-lh text-ink">
          {busy ? messages.hints.sending : getHint(check, messages.hints)}
        </p>
        <p>
          {messages.promise}{' '}
          <PageLink className="py-3.5 quiet" to="/privacy">
            {messages.privacy}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

function getHint(
  { state, turnstile }: HumanCheckState,
  hints: ContactMessages['hints'],
): string | null {
  if (state === 'unscripted' || state === 'verified') return null;
  if (state === 'timed-out' || state === 'error') return hints.unverified;
  return state === 'idle' && !turnstile ? hints.tick : hints.checking;
}

/** Submits after a delay (CF-10), and only once at a time. */
function useDelayedSubmit() {
  const submit = useSubmit();
  const navigation = useNavigation();
  const [isWaiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = isWaiting || (navigation.state !== 'idle' && navigation.formMethod === 'POST');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setWaiting(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void submit(form).finally(() => setWaiting(false));
    }, CONTACT.sendDelayMs);
  };
  return { busy, send };
}

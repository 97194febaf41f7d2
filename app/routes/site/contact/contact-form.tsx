import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useNavigation } from 'react-router';
import { Button } from '#app/components/button.tsx';
import {
  ErrorSummary,
  PostForm,
  SelectField,
  TextArea,
  TextField,
  useFocusOnFirstError,
  type ErrorLine,
} from '#app/components/field.tsx';
import { PageLink, useLocalizedPath } from '#app/components/page.tsx';
import { Picture } from '#app/components/picture.tsx';
import { pluralize } from '#app/components/texts.ts';
import type { FormField } from '#app/domain/enquiries/enquiry-form.server.ts';
import {
  AttachmentField,
  UploadStatus,
  useAttachments,
  type Attachments,
} from '#app/routes/attachments.tsx';
import type { ContactPage } from '#app/routes/site/contact/contact.server.ts';
import { useSiteFrame } from '#app/routes/site/page.ts';
import type { ContactResult } from './contact-result.ts';
import { CHECK_STATUS_ID, HumanCheck, useHumanCheck } from './human-check.tsx';
import { rememberedForm } from './remembered-form.ts';

interface ContactFormProps {
  page: ContactPage;
  /** The values and errors of a refused submission. */
  result: ContactResult | undefined;
}

/**
 * The form, with what was typed and chosen on an earlier visit, the errors of a refused submission, the human check and
 * the progress of the upload.
 */
export function ContactForm({ page, result }: ContactFormProps) {
  const { texts, about } = page;
  const { language } = useSiteFrame();
  const localizePath = useLocalizedPath();
  const form = useFocusOnFirstError(result);
  const human = useHumanCheck(page.turnstile, result);
  const isSending = useNavigation().formMethod === 'POST';
  const [earlierForm] = useState(() => ({ ...rememberedForm }));
  const attachments = useAttachments(page.files?.errors ?? null);
  useKeptFiles(attachments, earlierForm.files);

  const fieldErrors = result?.errors ?? [];
  const fileErrors = result?.files ?? [];
  const allErrors = [...fieldErrors, ...fileErrors.map((error) => ({ ...error, field: 'files' }))];

  // Texts that are there without a key: of an earlier visit, and of the browser.
  const startWithEarlierTexts = useEffectEvent(() => {
    if (Object.keys(earlierForm.values).length > 0) human.start();
    if (form.current) reportRestoredTexts(form.current);
  });
  useEffect(() => startWithEarlierTexts(), []);

  return (
    <PostForm
      ref={form}
      className="grid grid-cols-1 gap-6 md:col-6/end lg:col-5/13 print:hidden"
      // Without JavaScript the page of a refused form is read from this URL (CF-11).
      action={localizePath(about ? `/contact?about=${about.slug}` : '/contact')}
      encType="multipart/form-data"
      noValidate
      aria-label={texts.form}
      onFocus={human.prepare}
      onKeyDown={human.start}
      onPointerDown={human.start}
      onInput={(event) => {
        human.start();
        keepTypedValue(event);
      }}
      {...(page.files && attachments.formProps)}
    >
      {allErrors.length > 0 && (
        <ErrorSummary
          heading={pluralize(texts.errorHeading, allErrors.length)}
          errors={allErrors}
        />
      )}
      {about && <About {...about} />}
      <div className="grid gap-x-gutter gap-y-6 lg:grid-cols-2">
        {page.fields.map((field) => (
          <EnquiryField
            key={field.name}
            field={field}
            page={page}
            values={result?.values ?? earlierForm.values}
            errors={fieldErrors}
          />
        ))}
      </div>
      <Honeypot label={texts.website} />
      <input type="hidden" name="form_token" value={page.formToken} />
      <input
        type="hidden"
        name="turnstileToken"
        value={human.check.kind === 'verified' ? human.check.token : ''}
      />
      {/* The last field: a throttled sender is refused before the first byte of a file (AT-4). */}
      {page.files && (
        <AttachmentField
          texts={page.files}
          language={language}
          hint={texts.optional}
          attachments={attachments}
          errors={[...fileErrors, ...attachments.refusals]}
          mustChooseFilesAgain={result?.mustChooseFilesAgain ?? false}
        />
      )}
      <HumanCheck
        texts={texts.human}
        human={human}
        sendingText={isSending ? texts.sending : null}
        error={fieldErrors.find(({ field }) => field === 'verification')}
      />
      {page.files && <UploadStatus texts={page.files} language={language} />}
      <SendRow texts={texts} isBlocked={human.blocksSending} isSending={isSending} />
    </PostForm>
  );
}

function keepTypedValue({ target }: FormEvent): void {
  const { name, type, value } = target as HTMLInputElement;
  if (type !== 'file') rememberedForm.values = { ...rememberedForm.values, [name]: value };
}

/** Fires the events of fields that the browser has filled in again without any, such as those of a reopened tab. */
function reportRestoredTexts(form: HTMLFormElement): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input:not([type=file]), select, textarea',
  );
  for (const field of fields) {
    if (field.value !== getDefaultValue(field))
      field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function getDefaultValue(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

/** Chooses the files again that were chosen when the page was left, and keeps those of now. */
function useKeptFiles(attachments: Attachments, keptFiles: readonly File[]) {
  const { files } = attachments;
  useEffect(() => {
    rememberedForm.files = files;
  }, [files]);

  const restoreFiles = useEffectEvent(() => {
    // Without any, the files that were chosen before hydration stay.
    if (keptFiles.length > 0) attachments.add(keptFiles);
  });
  useEffect(() => restoreFiles(), []);
}

/** Invisible, not in the tab order, and marked for password managers to leave alone: only a program fills it in (CF-7). */
function Honeypot({ label }: { label: string }) {
  return (
    <p className="absolute -start-[100vw] size-px overflow-hidden" aria-hidden="true">
      <label>
        {`${label} `}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </p>
  );
}

/** The subject of the form, with a small picture if the project has one (VP-8). */
function About({ slug, title, path, text, picture }: NonNullable<ContactPage['about']>) {
  return (
    <div className="flex items-center gap-4">
      {picture && (
        <Picture
          className="aspect-square w-16 flex-none"
          picture={picture}
          sizes="4rem"
          alt=""
          eager
        />
      )}
      <p>
        {text}{' '}
        {path ? (
          <PageLink className="tap" to={path}>
            {title}
          </PageLink>
        ) : (
          title
        )}
      </p>
      <input type="hidden" name="about" value={slug} />
    </div>
  );
}

interface EnquiryFieldProps {
  field: FormField;
  page: ContactPage;
  values: Partial<NonNullable<ContactResult['values']>>;
  errors: readonly ErrorLine[];
}

function EnquiryField({ field, page, values, errors }: EnquiryFieldProps) {
  const { texts, about } = page;
  const { name, type, ...attributes } = field;
  const props = {
    name,
    label: texts.labels[name],
    defaultValue: values[name],
    error: errors.find((error) => error.field === name),
    // Without JavaScript the first refused field gets the focus this way.
    autoFocus: errors[0]?.field === name,
  };

  const hint = attributes.required ? undefined : texts.optional;

  if (type === 'choice') {
    return (
      <div className="col-span-full">
        <SelectField {...props} defaultValue={values[name] ?? about?.type}>
          {Object.entries(texts.projectTypes).map(([value, label]) => (
            <option key={value} value={value}>
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
        <TextArea {...props} {...attributes} hint={hint} intro={texts.messageNote} rows={6} />
      </div>
    );
  }

  const inputType = type === 'line' ? undefined : type;
  return <TextField {...props} {...attributes} hint={hint} type={inputType} />;
}

interface SendRowProps {
  texts: ContactPage['texts'];
  isBlocked: boolean;
  isSending: boolean;
}

function SendRow({ texts, isBlocked, isSending }: SendRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <Button
        type="submit"
        busy={isSending}
        disabled={isBlocked || isSending}
        aria-describedby={CHECK_STATUS_ID}
      >
        {isSending ? texts.busy : texts.button}
      </Button>
      <p className="flex-[1_1_16rem] text-note text-ink-2">
        {texts.promise}{' '}
        <PageLink className="py-3.5 quiet" to="/privacy">
          {texts.privacy}
        </PageLink>
      </p>
    </div>
  );
}

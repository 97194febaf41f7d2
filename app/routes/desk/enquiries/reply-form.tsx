import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { href, Link, useNavigate } from 'react-router';
import { TextArea, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/texts.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import type { WrittenReply } from '#app/domain/desk/replies.server.ts';
import { applyTemplate, type FilledTemplate } from '#app/domain/desk/reply-text.ts';
import {
  AttachmentField,
  UploadStatus,
  useAttachments,
  type FileFieldLimits,
} from '#app/routes/attachments.tsx';
import { DiscardLink, DraftAutosave } from '#app/routes/desk/drafts.tsx';
import type { ShownReplyStart } from '#app/routes/desk/enquiries/dashboard.server.ts';
import type { OpenedEnquiry } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  COMPACT,
  FetcherForm,
  findTypedForm,
  SubmitButton,
  useDeskView,
  useFetcherWithToasts,
  useOpenEnquiryTexts,
  useTypedForm,
} from '#app/routes/desk/frame.tsx';
import { DrawerHeading } from './drawer.tsx';

const FILE_LIMITS: FileFieldLimits = {
  maxFiles: REPLY.files,
  maxFileMb: REPLY.filesMb,
  togetherMb: REPLY.filesMb,
  moreEndings: ',.docx,.xlsx',
};

interface ReplyFormProps {
  enquiry: OpenedEnquiry;
  start: ShownReplyStart;
}

/** The form of a reply by mail, with the choice of a template. It focuses its text when it opens. */
export default function ReplyForm({ enquiry, start }: ReplyFormProps) {
  const view = useDeskView();
  const fetcher = useFetcherWithToasts();
  const { replies: texts } = useOpenEnquiryTexts();
  const { id, name, language } = enquiry;
  // The reply that came back without JavaScript; with it, the fetcher has a refusal.
  const postedReply = useTypedForm('reply');
  const refusedReply = findTypedForm(fetcher.data, 'reply') ?? postedReply;
  const errors = refusedReply?.errors;
  const form = useFocusOnFirstError(errors ?? refusedReply?.fileErrors);
  const draftName = `reply ${id}`;

  // A later load of the page brings another key, but the form keeps its first one.
  const [initialValues] = useState<Record<string, string | number>>({
    ...start.draft,
    ...postedReply?.values,
  });

  useTemplateReplacement(form, start);
  const { fileField } = start;
  const attachments = useAttachments(fileField?.texts.errors ?? null, FILE_LIMITS);
  const uploadProps = fileField ? { encType: 'multipart/form-data', ...attachments.formProps } : {};
  const missingFileError = errors?.['files'];
  const fileErrors = [...(refusedReply?.fileErrors ?? []), ...attachments.refusals];
  if (missingFileError) fileErrors.unshift(missingFileError);

  const { key = '', after = '' } = refusedReply?.values ?? initialValues;
  const getFieldProps = (name: 'subject' | 'message') => ({
    name,
    label: texts[name],
    defaultValue: initialValues[name],
    error: errors?.[name],
    lang: language,
    required: true,
  });

  return (
    <section id="reply" className="scroll-mt-20 print:hidden" aria-labelledby="reply-title">
      <DrawerHeading id="reply-title">
        {interpolate(texts.replyTo, { name })}, {texts.language[language]}
      </DrawerHeading>
      <TemplateChoice
        start={start}
        chosenId={refusedReply?.values['from'] ?? `${start.chosenId}`}
      />
      <FetcherForm
        id={FORM_ID}
        fetcher={fetcher}
        ref={form}
        action={`${getDeskPath(view)}#reply`}
        className="flex flex-col gap-4 pt-2"
        preventScrollReset
        noValidate
        {...uploadProps}
      >
        <DraftAutosave intent="reply" formName={draftName} guards={{ enquiry: id, key, after }} />
        <TextField
          {...getFieldProps('subject')}
          limit={REPLY.subjectMax}
          onKeyDown={focusTextOnEnter}
        />
        <TextArea {...getFieldProps('message')} limit={REPLY.messageMax} rows={12} />
        {/* The last field: the server can refuse the form before it receives a file. */}
        {fileField && (
          <AttachmentField
            {...fileField}
            attachments={attachments}
            errors={fileErrors}
            mustChooseFilesAgain={refusedReply?.mustChooseFilesAgain ?? false}
          />
        )}
        <Signature start={start} language={language} />
        {fileField && <UploadStatus {...fileField} />}
        <ReplyButtons
          hasTemplates={start.templates.length > 0}
          isFileMissing={missingFileError !== undefined}
          draftName={draftName}
        />
      </FetcherForm>
    </section>
  );
}

const FORM_ID = 'reply-form';

/** As in mail programs: Enter in the subject would send an unfinished reply. */
function focusTextOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form!.querySelector('textarea')!.focus();
}

interface ReplyButtonsProps {
  hasTemplates: boolean;
  isFileMissing: boolean;
  draftName: string;
}

/** Without JavaScript, Enter in the subject presses the first button, so it is the one that sends. */
function ReplyButtons({ hasTemplates, isFileMissing, draftName }: ReplyButtonsProps) {
  const view = useDeskView();
  const { replies: texts } = useOpenEnquiryTexts();
  const isHydrated = useHydrated();

  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton variant="ink">{texts.send}</SubmitButton>
      {isFileMissing && (
        <SubmitButton name="without_file" value="1">
          {texts.sendWithoutFile}
        </SubmitButton>
      )}
      {!isHydrated && hasTemplates && (
        // In the address, because the server reads what follows a chosen file only with the file.
        <SubmitButton
          className="js:hidden"
          formAction={`${getDeskPath(view)}&use_template=1#reply`}
        >
          {texts.useTemplate}
        </SubmitButton>
      )}
      <DiscardLink
        formName={draftName}
        to={getDeskPath(view, { reply: '', template: '' })}
        preventScrollReset
        replace
      >
        {texts.cancel}
      </DiscardLink>
    </div>
  );
}

function Signature({ start, language }: { start: ShownReplyStart; language: string }) {
  const { replies: texts } = useOpenEnquiryTexts();
  return (
    <>
      <p className="text-ink-3">{texts.signature}</p>
      <p className="wrap-anywhere whitespace-pre-wrap text-ink-2" lang={language}>
        {start.signature}
      </p>
      <p className="text-ink-3">{interpolate(texts.answersTo, { address: start.answersTo })}</p>
    </>
  );
}

/** Offers the templates. A choice opens the reply with it; without JavaScript a button of the reply posts it. */
function TemplateChoice({ start, chosenId }: { start: ShownReplyStart; chosenId: string }) {
  const view = useDeskView();
  const navigate = useNavigate();
  const { replies: texts } = useOpenEnquiryTexts();
  const { templates, isTemplateMissing } = start;
  const isHydrated = useHydrated();

  // The script sends the reply without it.
  const field = isHydrated ? {} : { name: 'template', form: FORM_ID };
  const choose = (template: string) =>
    void navigate(`${getDeskPath(view, { template })}#reply`, {
      preventScrollReset: true,
      replace: true,
    });

  return (
    <div className="flex flex-wrap items-end gap-3 pt-2 text-ink-2">
      {templates.length > 0 && (
        <label className="grid min-w-0 gap-1">
          {texts.startFrom}
          <select
            className={`${COMPACT} appearance-auto!`}
            key={chosenId}
            defaultValue={chosenId}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            {...field}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Link className="tap text-ink-3" to={href('/admin/dashboard/templates')}>
        {texts.manage}
      </Link>
      {!isHydrated && <input type="hidden" name="from" value={chosenId} form={FORM_ID} />}
      {isTemplateMissing && <p className="w-full text-error">{texts.templateNotFound}</p>}
    </div>
  );
}

/** Fills in another template once it is chosen. At first, focuses the text unless the form has the focus. */
function useTemplateReplacement(
  form: RefObject<HTMLFormElement | null>,
  start: ShownReplyStart,
): void {
  const lastStart = useRef<ShownReplyStart>(undefined);

  useLayoutEffect(() => {
    const last = lastStart.current;
    if (last?.chosenId === start.chosenId || !form.current) return;
    lastStart.current = start;

    const chosen = { ...start.draft, body: start.body };
    if (last) return replaceTemplate(form.current, last.draft, chosen);

    const isBusy = form.current.contains(document.activeElement);
    if (!isBusy) form.current.querySelector('textarea')?.focus();
  }, [form, start]);
}

function replaceTemplate(form: HTMLFormElement, start: WrittenReply, chosen: FilledTemplate): void {
  const subject = form.querySelector<HTMLInputElement>('[name="subject"]')!;
  const message = form.querySelector('textarea')!;
  const typed = { subject: subject.value, message: message.value };
  const text = applyTemplate(typed, start, chosen, message.selectionStart);

  // An unchanged template is no draft; an insertion is stored as if it had been typed.
  if (typed.subject === start.subject) subject.defaultValue = text.subject;
  if (typed.message === start.message) message.defaultValue = text.message;
  subject.value = text.subject;
  message.value = text.message;
  message.dispatchEvent(new Event('input', { bubbles: true }));
}

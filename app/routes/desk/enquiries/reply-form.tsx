import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { href, Link } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { TextArea, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { interpolate } from '#app/components/messages.ts';
import { REPLY } from '#app/domain/desk/desk-limits.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import type { WrittenReply } from '#app/domain/desk/replies.server.ts';
import type { RefusedForm } from '#app/routes/desk/desk-actions.server.ts';
import { DraftAutosave, useDraft } from '#app/routes/desk/drafts.tsx';
import {
  FetcherForm,
  HiddenFields,
  SubmitButton,
  useDeskView,
  useFetcherWithToasts,
  useOpenEnquiryMessages,
} from '#app/routes/desk/frame.tsx';
import type { OpenedEnquiry, ShownReplyStart } from '#app/routes/desk/presenter.server.ts';
import { DrawerHeading } from './drawer.tsx';

/** Returns the refused reply; undefined if another form was refused, or none. */
function findRefusedReply(result: object | undefined): RefusedForm | undefined {
  if (!result || !('values' in result)) return undefined;
  const refused = result as RefusedForm;
  return refused.values['intent'] === 'reply' ? refused : undefined;
}

interface ReplyFormProps {
  enquiry: OpenedEnquiry;
  start: ShownReplyStart;
  /** The form that was refused without JavaScript; with it, the reply gets the refusal from its fetcher. */
  refused: RefusedForm | undefined;
}

export function ReplyForm({ enquiry, start, refused }: ReplyFormProps) {
  const view = useDeskView();
  const fetcher = useFetcherWithToasts();
  const { replies: messages } = useOpenEnquiryMessages();
  const { id, name, language } = enquiry;
  const refusedReply = findRefusedReply(fetcher.data) ?? findRefusedReply(refused);
  const errors = refusedReply?.errors;
  const form = useFocusOnFirstError(errors);
  const draftName = `replies ${id}`;
  const draft = useDraft(draftName);

  // A later load of the page brings another key, but the form keeps its first one.
  const [initial] = useState<Record<string, string | number>>({
    ...start.draft,
    ...findRefusedReply(refused)?.values,
  });

  useTemplateReplacement(form, start);
  const { key = '', after = '' } = refusedReply?.values ?? initial;
  const getFieldProps = (name: 'subject' | 'message') => ({
    name,
    label: messages[name],
    defaultValue: initial[name],
    error: errors?.[name] === undefined ? undefined : { text: errors[name] },
    lang: language,
    required: true,
  });

  return (
    <section id="reply" className="scroll-mt-20 print:hidden" aria-labelledby="reply-title">
      <DrawerHeading id="reply-title">
        {interpolate(messages.replyTo, { name })}, {messages.language[language]}
      </DrawerHeading>
      <TemplateChoice start={start} />
      <FetcherForm
        fetcher={fetcher}
        ref={form}
        action={`${getDeskPath(view)}#reply`}
        className="flex flex-col gap-4 pt-2"
        preventScrollReset
        noValidate
      >
        <HiddenFields values={{ intent: 'reply' }} />
        <DraftAutosave formName={draftName} guards={{ enquiry: id, key, after }} />
        <TextField {...getFieldProps('subject')} limit={REPLY.subjectMax} />
        <TextArea {...getFieldProps('message')} limit={REPLY.messageMax} rows={12} />
        <p className="text-ink-3">{messages.signature}</p>
        <p className="wrap-anywhere whitespace-pre-line text-ink-2" lang={language}>
          {start.signature}
        </p>
        <p className="text-ink-3">
          {interpolate(messages.answersTo, { address: start.answersTo })}
        </p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="ink">{messages.send}</SubmitButton>
          <ButtonLink
            variant="plain"
            to={getDeskPath(view, { reply: '', template: '' })}
            onClick={draft.discard}
            preventScrollReset
            replace
          >
            {messages.cancel}
          </ButtonLink>
        </div>
      </FetcherForm>
    </section>
  );
}

const LINK = 'inline-flex min-h-11 items-center underline-offset-4 aria-[current]:font-strong';

function TemplateChoice({ start }: { start: ShownReplyStart }) {
  const view = useDeskView();
  const { replies: messages } = useOpenEnquiryMessages();
  const { templates, chosenId, isTemplateMissing } = start;

  return (
    <nav className="text-ink-2" aria-labelledby="templates">
      <p id="templates">{messages.startFrom}</p>
      {isTemplateMissing && <p className="text-error">{messages.templateNotFound}</p>}
      <ul className="flex flex-wrap gap-x-6">
        {templates.map(({ id, name }) => (
          <li key={id}>
            <Link
              className={LINK}
              to={`${getDeskPath(view, { template: String(id) })}#reply`}
              aria-current={id === chosenId ? 'true' : undefined}
              preventScrollReset
              replace
              dir="auto"
            >
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link className={`${LINK} text-ink-3`} to={href('/admin/dashboard/templates')}>
            {messages.manage}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** Fills in another template once it is chosen. Focuses the text, unless the focus is in the form already. */
function useTemplateReplacement(
  form: RefObject<HTMLFormElement | null>,
  { draft, chosenId }: ShownReplyStart,
): void {
  const lastStart = useRef<{ chosenId: number | null; draft: WrittenReply }>(undefined);
  useLayoutEffect(() => {
    if (lastStart.current?.chosenId === chosenId || !form.current) return;
    if (lastStart.current) replaceTemplate(form.current, lastStart.current.draft, draft);
    lastStart.current = { chosenId, draft };
    const isBusy = form.current.contains(document.activeElement);
    if (!isBusy) form.current.querySelector('textarea')?.focus();
  }, [form, chosenId, draft]);
}

/** Replaces an unchanged text of the last template; appends the new one to a text that was changed. */
function replaceTemplate(form: HTMLFormElement, last: WrittenReply, draft: WrittenReply): void {
  const subject = form.querySelector<HTMLInputElement>('input[name="subject"]');
  const message = form.querySelector('textarea');
  if (subject?.value === last.subject) subject.value = draft.subject;
  if (!message) return;
  if (message.value === last.message) {
    message.defaultValue = draft.message;
    message.value = draft.message;
    return;
  }
  message.value = [message.value.trimEnd(), draft.message].filter(Boolean).join('\n\n');
  // The draft stores it as if it had been typed.
  message.dispatchEvent(new Event('input', { bubbles: true }));
}

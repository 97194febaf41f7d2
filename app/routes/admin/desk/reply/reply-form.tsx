import { Link, href, useFetcher } from 'react-router';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { type DeskView, deskAddress, queryOf } from '#app/domain/desk/desk-view.ts';
import type { ReplyStart } from '#app/domain/replies/reply-start.server.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';
import { DrawerHeading } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import { useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useSaidToast } from '#app/routes/admin/frame/use-said-toast.ts';
import { type DeskAnswer, useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { WrittenReply } from '#db/reply-schema.ts';
import { type ReplyRefusal, refusalIn } from './reply-answer.ts';
import { ReplyFields } from './reply-fields.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { useDraft } from './use-draft.ts';
import { useUnsentReply } from './use-unsent-reply.ts';

interface ReplyFormProps {
  view: DeskView;
  enquiry: Pick<NonNullable<DeskState['open']>, 'id' | 'name' | 'language'>;
  start: ReplyStart;
  /** A reply that was refused without a script. */
  refused: ReplyRefusal | undefined;
  /** A reply that met the end of a session. */
  offered: WrittenReply | undefined;
}

/** Writes to the sender of an enquiry (DA-1). With JavaScript the page stays until it is sent. */
export function ReplyForm({ view, enquiry, start, refused, offered }: ReplyFormProps) {
  const fetcher = useFetcher<DeskAnswer>();
  const idle = fetcher.state === 'idle';
  useSaidToast(useToastOf(idle ? fetcher.data : undefined));
  const words = useReplyWords();
  const { id, name, language } = enquiry;
  const refusal = refusalIn(fetcher.data) ?? refused;
  const form = useFocusOnError(refusal?.fault);
  const unsent = refused?.reply ?? offered;
  const begun = useDraft(form, start, unsent);
  const { key, after } = refusal?.reply ?? begun;
  useUnsentReply(form, words.leave, idle);
  return (
    <section
      id="reply"
      className="mt-6 border-t border-ink print:hidden"
      aria-labelledby="reply-title"
    >
      <DrawerHeading id="reply-title">
        {phrase(words.to, { name })}, {words.language[language]}
      </DrawerHeading>
      <TemplateChoice view={view} start={start} />
      <fetcher.Form
        ref={form}
        method="post"
        action={`${href('/admin/dashboard/replies')}${queryOf(view)}#reply`}
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => idle || event.preventDefault()}
        data-template={unsent ? undefined : ''}
        preventScrollReset
        noValidate
      >
        <input type="hidden" name="enquiry" value={id} />
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="after" value={after} />
        <ReplyFields begun={begun} fault={refusal?.fault} language={language} />
        <p className="text-ink-3">{phrase(words.answersTo, { address: start.answersTo })}</p>
        <div className="flex flex-wrap gap-3">
          <button className="plain-button plain-button-ink" type="submit">
            {words.send}
          </button>
          <Link
            className="plain-button"
            to={deskAddress(view, { reply: '', template: '' })}
            preventScrollReset
            replace
          >
            {words.cancel}
          </Link>
        </div>
      </fetcher.Form>
    </section>
  );
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ReplyStart } from '#app/domain/replies/reply-start.server.ts';
import type { WrittenReply } from '#db/reply-schema.ts';

type Draft = Pick<WrittenReply, 'subject' | 'message'>;

/**
 * What the fields of a reply begin with: a text that could not be sent, or the template. A template
 * that is chosen later takes the place of one that nobody has changed, and is put below what
 * somebody has written.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { draft, chosen }: ReplyStart,
  unsent: WrittenReply | undefined,
): WrittenReply {
  // The number of the form is that of the page as it was opened, whatever is read again.
  const [begun] = useState(unsent ?? draft);
  const last = useRef<{ chosen: number | null; draft: Draft }>(undefined);
  useEffect(() => {
    if (last.current?.chosen === chosen || !form.current) return;
    if (last.current) startAnew(form.current, last.current.draft, draft);
    last.current = { chosen, draft };
    const isBusy = form.current.contains(document.activeElement);
    if (!isBusy) form.current.querySelector('textarea')?.focus();
  }, [form, chosen, draft]);
  return begun;
}

function startAnew(form: HTMLFormElement, before: Draft, draft: Draft): void {
  const subject = form.querySelector<HTMLInputElement>('input[name="subject"]');
  const message = form.querySelector('textarea');
  if (subject?.value === before.subject) subject.value = draft.subject;
  if (!message) return;
  const isUnchanged = message.value === before.message;
  // What nobody has written is nothing to ask about when it is left.
  if (isUnchanged) message.defaultValue = draft.message;
  message.value = isUnchanged ? draft.message : joined(message.value, draft.message);
}

function joined(written: string, template: string): string {
  return [written.trimEnd(), template].filter(Boolean).join('\n\n');
}

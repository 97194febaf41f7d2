import { REPLY } from '#app/domain/desk/desk-limits.ts';
import { useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { TextArea, TextField } from '#app/ui/forms/field.tsx';
import type { Language } from '#app/content/language.ts';
import type { WrittenReply } from '#db/reply-schema.ts';
import type { ReplyRefusal } from './reply-answer.ts';

interface ReplyFieldsProps {
  /** What they begin with. */
  begun: WrittenReply;
  fault: ReplyRefusal['fault'];
  language: Language;
}

/** What somebody writes of a reply. */
export function ReplyFields({ begun, fault, language }: ReplyFieldsProps) {
  const words = useReplyWords();
  const field = (name: 'subject' | 'message') => ({
    name,
    label: words[name],
    defaultValue: begun[name],
    error: fault?.field === name ? fault : undefined,
    lang: language,
    required: true,
  });
  return (
    <>
      <TextField {...field('subject')} maxLength={REPLY.subjectMax} />
      <TextArea {...field('message')} maxLength={REPLY.messageMax} rows={12} />
    </>
  );
}

import { replyFaults } from '#app/content/desk/reply/replies.server.ts';
import type { Language } from '#app/content/language.ts';
import { enquiryWords } from '#app/content/desk/enquiry.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import { newFormKey } from '#app/domain/replies/reply-start.server.ts';
import { replyForm } from '#app/routes/admin/frame/desk-forms.server.ts';
import type { WrittenReply } from '#db/reply-schema.ts';

/** A reply that is not sent, why, and in which field the reason lies. */
export interface Refused {
  reply: WrittenReply;
  text: string;
  status: number;
  field?: 'subject' | 'message';
}

/** The reply in a form, or why it cannot be one. */
export function readReply(
  form: FormData,
  language: Language,
): { enquiryId: number; reply: WrittenReply } | { refused: Refused } {
  const words = replyFaults[language];
  const { data: read, error } = replyForm.safeParse(Object.fromEntries(form));
  if (!read) {
    const lost = error.issues.some(({ path }) => path[0] === 'enquiry');
    const field = (name: string) => String(form.get(name) ?? '');
    const reply = { subject: field('subject'), message: field('message') };
    const text = lost ? enquiryWords[language].unknown : words.incomplete;
    return {
      refused: { reply: { ...reply, key: newFormKey(), after: 0 }, text, status: lost ? 404 : 422 },
    };
  }
  const { enquiry: enquiryId, ...reply } = read;
  const refuse = (field: 'subject' | 'message', text: string) => ({
    refused: { reply, text, status: 422, field },
  });
  const { subject, message } = reply;
  if (!subject) return refuse('subject', words.noSubject);
  if (subject.length > REPLY.subjectMax) {
    return refuse('subject', words.longSubject(REPLY.subjectMax));
  }
  if (!message) return refuse('message', words.noMessage);
  if (message.length > REPLY.messageMax) {
    return refuse('message', words.longMessage(REPLY.messageMax));
  }
  return { enquiryId, reply };
}

/** Its page has sent another text: with a new number, it can be sent as well. */
export function spentReply(reply: WrittenReply, after: number, language: Language): Refused {
  const text = replyFaults[language].spent;
  return { reply: { ...reply, key: newFormKey(), after }, text, status: 409 };
}

/** Somebody was faster: once their reply is seen, this one can be sent as well. */
export function overtakenReply(
  reply: WrittenReply,
  { by, at, after }: { by: string; at: string; after: number },
  language: Language,
): Refused {
  const text = replyFaults[language].overtaken(by, at);
  return { reply: { ...reply, after }, text, status: 409 };
}

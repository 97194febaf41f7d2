import { data, redirect } from 'react-router';
import type { Route } from '../+types/dashboard.ts';
import { enquiryWords } from '#app/content/desk/enquiry.server.ts';
import { deskFaults } from '#app/content/desk/faults.server.ts';
import { replyFaults } from '#app/content/desk/reply/replies.server.ts';
import type { Language } from '#app/content/language.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { REPLY } from '#app/domain/limits.ts';
import { newFormKey } from '#app/domain/replies/reply-start.server.ts';
import { retryReply, sendReply } from '#app/domain/replies/reply.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { replyForm } from '#app/routes/admin/frame/desk-forms.server.ts';
import type { WrittenReply } from '#db/schema.ts';

/** Replies to an enquiry; a refused reply stays in its form. */
export async function sendReplyForm({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const given = readReply(await request.formData(), language);
  if ('refused' in given) return refuse(given.refused, language);
  const { enquiryId, reply } = given;
  const refusal = (text: string, status: number) => refuse({ reply, text, status }, language);
  try {
    const result = await sendReply(admin, context.get(requestContext), enquiryId, reply);
    if (result.kind === 'gone') return refusal(deskFaults[language].gone, 404);
    if (result.kind === 'spent') return refuse(spentReply(reply, result.after, language), language);
    if (result.kind === 'overtaken') {
      return refuse(overtakenReply(reply, result, language), language);
    }
    const view = { ...readView(url.searchParams), reply: '', template: '' } as const;
    return redirect(deskAddress({ ...view, enquiry: String(enquiryId) }), {
      status: 303,
      headers: await withCookies([flashCookie(result.began ? 'reply-began' : 'reply-queued')]),
    });
  } catch (error) {
    const { text, status } = faultOf('reply-not-sent', error, language);
    return refusal(text, status);
  }
}

/** 'Try again': the same mail of a reply that failed, due at once. */
export async function sendReplyAgain({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const form = await request.formData();
  const refuse = (text: string, status: number) => {
    const title = deskFaults[language].notSentAgain;
    return data({ toast: { tone: 'error' as const, title, text } }, { status });
  };
  const asked = { enquiryId: Number(form.get('enquiry')), replyId: Number(form.get('reply')) };
  if (!Object.values(asked).every(Number.isSafeInteger)) {
    return refuse(deskFaults[language].gone, 404);
  }
  try {
    const result = await retryReply(admin, context.get(requestContext), asked);
    if (result === 'gone') return refuse(replyFaults[language].notRetried, 409);
  } catch (error) {
    const { text, status } = faultOf('reply-not-retried', error, language);
    return refuse(text, status);
  }
  return redirect(deskAddress(readView(url.searchParams)), {
    status: 303,
    headers: await withCookies([flashCookie('mail-again')]),
  });
}

function refuse({ reply, text, status, field }: Refused, language: Language) {
  const toast = { tone: 'error' as const, title: deskFaults[language].reply, text };
  return data({ reply, toast, fault: field && { field, text } }, { status });
}

/** A reply that is not sent, why, and in which field the reason lies. */
interface Refused {
  reply: WrittenReply;
  text: string;
  status: number;
  field?: 'subject' | 'message';
}

/** The reply in a form, or why it cannot be one. */
function readReply(
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
function spentReply(reply: WrittenReply, after: number, language: Language): Refused {
  const text = replyFaults[language].spent;
  return { reply: { ...reply, key: newFormKey(), after }, text, status: 409 };
}

/** Somebody was faster: once their reply is seen, this one can be sent as well. */
function overtakenReply(
  reply: WrittenReply,
  { by, at, after }: { by: string; at: string; after: number },
  language: Language,
): Refused {
  const text = replyFaults[language].overtaken(by, at);
  return { reply: { ...reply, after }, text, status: 409 };
}

import { config } from '#app/config.server.ts';
import { projectTypeIn } from '#app/content/texts/contact.server.ts';
import { replySubject } from '#app/content/texts/reply.server.ts';
import { type DeskView, openedId, openedTemplate } from '#app/domain/desk/desk-view.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { REPLY } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { database } from '#db/database.server.ts';
import type { ReplyTemplate, WrittenReply } from '#db/schema.ts';
import {
  type Recipient,
  findLastReply,
  findRecipient,
  findTemplate,
  listTemplates,
} from '#db/replies.ts';
import { fillIn } from './placeholders.ts';

/** What the form of a reply begins with. */
export type ReplyStart = NonNullable<Awaited<ReturnType<typeof readReplyStart>>>;

/** The start of a reply as an address asks for it; null when it asks for none, or of nobody. */
export async function readReplyStart(view: DeskView, admin: SignedInAdmin) {
  const id = openedId(view);
  if (id === null || !view.reply) return null;
  const db = database();
  const recipient = await findRecipient(db, id);
  if (!recipient) return null;
  const asked = openedTemplate(view);
  const template = asked === null ? undefined : await findTemplate(db, asked);
  const last = await findLastReply(db, id);
  return {
    templates: (await listTemplates(db)).map(({ id: each, name }) => ({ id: each, name })),
    chosen: template?.id ?? null,
    /** The address names a template that is not there. */
    isLost: view.template !== '' && !template,
    answersTo: config().replyTo ?? admin.email,
    draft: {
      ...(template ? filled(template, recipient) : blank(recipient)),
      key: newFormKey(),
      after: last?.id ?? 0,
    } satisfies WrittenReply,
  };
}

/** A number for the form of one page: what it sends is sent once. */
export const newFormKey = (): string => randomToken(REPLY.formKeyBytes);

function blank({ language, project }: Recipient) {
  return { subject: replySubject(language, project), message: '' };
}

function filled(template: ReplyTemplate, { full_name: name, project: type, language }: Recipient) {
  const values = { name, project: projectTypeIn(language, type) };
  const text = (part: 'subject' | 'message', max: number) =>
    fillIn(template[`${part}_${language}`], values).slice(0, max);
  return {
    subject: text('subject', REPLY.subjectMax),
    message: text('message', REPLY.messageMax),
  };
}

import type { Generated, Selectable } from 'kysely';

/** What became of the mail of a reply; kept by a trigger, so that it outlives the outbox. */
export type ReplyState = 'queued' | 'sent' | 'failed';

/** An answer that somebody at the desk wrote to an enquiry. */
export interface ReplyTable {
  id: Generated<number>;
  enquiry_id: number;
  admin_email: string;
  created_at: string;
  subject: string;
  message: string;
  /** Of the page it was written on: one page sends one reply to an enquiry. */
  form_key: string;
  /** The mail that carries it; null when that was discarded, or is long out. */
  mail_id: number | null;
  state: Generated<ReplyState>;
  /** 1 when it took a new enquiry in progress. */
  began: number;
}

/** What a reply may start from, in each language. */
export interface ReplyTemplateTable {
  id: Generated<number>;
  name: string;
  subject_en: string;
  message_en: string;
  subject_el: string;
  message_el: string;
  /** Grows with each change: who changes it says which one they saw. */
  version: Generated<number>;
}

/** A reply as its form has it, before it is sent. */
export interface WrittenReply {
  subject: string;
  message: string;
  /** Of the page it was written on. */
  key: string;
  /** The last reply that the page showed, 0 for none. */
  after: number;
}

export type Reply = Selectable<ReplyTable>;
export type ReplyTemplate = Selectable<ReplyTemplateTable>;

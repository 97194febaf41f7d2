import type { LinkType } from '#db/schema.ts';
import { companyWords } from '#app/content/words/company.server.ts';
import { mailWords } from '#app/content/words/mail.server.ts';
import { z } from 'zod';
import type { Language } from '#app/content/language.ts';
import type { Db } from '#db/database.server.ts';
import { insertMail } from '#db/outbox.ts';
import { DAY, MINUTE } from '#app/domain/clock.server.ts';
import { AUTH, MAIL } from '#app/domain/limits.ts';
import { seal, unseal } from '#app/domain/keys.server.ts';

const message = z.object({
  to: z.array(z.string()),
  replyTo: z.string().nullable(),
  subject: z.string(),
  link: z.string().nullable(),
  text: z.string(),
  html: z.string(),
});

export type MailMessage = z.infer<typeof message>;

export interface NewMail {
  kind: 'invite' | 'recovery' | 'password-changed' | 'enquiry' | 'receipt' | 'reply' | 'digest';
  language?: Language;
  to: readonly string[];
  replyTo?: string;
  subject: string;
  body: MailBody;
  enquiryId?: number;
  /** Enquiries whose senders it names: erased with any of them. */
  mentions?: readonly number[];
}

/**
 * In the transaction of what caused it: either both are kept or neither (ledger, Decisions). The
 * message is sealed: what a link or a visitor says is not readable in the file.
 */
export function queueMail(tx: Db, mail: NewMail, now = Date.now()): Promise<number> {
  const waiting: MailMessage = {
    to: [...mail.to],
    replyTo: mail.replyTo ?? null,
    // A subject is one line, whatever was typed into the form.
    subject: mail.subject.replace(/\s+/g, ' ').trim(),
    link: mail.body.button?.href ?? null,
    text: mailText(mail.body, mail.language),
    html: mailHtml(mail.body, mail.language),
  };
  const row = {
    kind: mail.kind,
    enquiry_id: mail.enquiryId ?? null,
    sealed: sealMail(waiting),
    created_at: now,
    next_attempt_at: now,
    give_up_at: giveUpAt(now),
  };
  return insertMail(tx, row, mail.mentions ?? []);
}

export const LINK_LIFE_MS: Record<LinkType, number> = {
  recovery: AUTH.recoveryLinkMinutes * MINUTE,
  invite: AUTH.invitationLinkDays * DAY,
};

export const giveUpAt = (now: number): number => now + MAIL.giveUpDays * DAY;

export function sealMail(message: MailMessage): string {
  return seal('mail', JSON.stringify(message));
}

/** Null when it was sealed with a secret that is gone. */
export function readMail(sealed: string): MailMessage | null {
  const text = unseal('mail', sealed);
  return text === null ? null : message.parse(JSON.parse(text));
}

export type MailFact = readonly [label: string, value: string, href?: string | undefined];

export interface MailList {
  heading: string;
  note?: string;
  entries: readonly { title: string; details: string; href: string }[];
  more?: { label: string; href: string };
}

interface MailBody {
  preview: string;
  heading?: string;
  paragraphs?: readonly string[];
  letter?: string;
  facts?: readonly MailFact[];
  lists?: readonly MailList[];
  quote?: string;
  button?: { label: string; href: string };
  code?: { introduction: string; value: string };
  footnote?: string;
}

// Tables and inline styles, as mail programs need them.
const FONT = "font-family:'Commissioner Variable','Segoe UI','Helvetica Neue',Arial,sans-serif";
const TEXT = `${FONT};font-size:17px;line-height:1.55;color:#14181f`;
const NOTE = `${FONT};font-size:16px;line-height:1.5;color:#474d57;overflow-wrap:anywhere`;
const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';
const PHONE =
  '@media (max-width:480px){.pad{padding-left:24px!important;padding-right:24px!important}}';

function mailText(body: MailBody, language: Language = 'en'): string {
  const company = companyWords[language];
  const facts = body.facts?.map(factText).join('\n');
  const lists = body.lists?.map(listText) ?? [];
  const code = body.code
    ? `${body.code.introduction}\n${mailWords[language].code}: ${body.code.value}`
    : undefined;
  const signature = ['--', company.name, ...company.factory.lines].join('\n');
  return [
    body.heading,
    ...(body.paragraphs ?? []),
    body.letter,
    facts,
    ...lists,
    body.quote,
    body.button?.href,
    code,
  ]
    .concat(body.footnote, signature)
    .filter((part) => part)
    .join('\n\n');
}

function factText([label, value, href]: MailFact): string {
  return `${label}: ${value}${href ? ` (${href})` : ''}`;
}

function mailHtml(body: MailBody, language: Language = 'en'): string {
  const rows = [
    row('0', `${FONT};height:28px;line-height:28px;font-size:1px`, '&nbsp;'),
    row(
      '0',
      `${FONT};font-size:22px;line-height:1;font-weight:700;letter-spacing:3px`,
      mark(language),
    ),
    body.heading
      ? row('32px', `${FONT};font-size:30px;line-height:1.12;color:#14181f`, escape(body.heading))
      : '',
    ...(body.paragraphs ?? []).map((text) => row('16px', TEXT, escape(text))),
    ...(body.letter ? letter(body.letter) : []),
    body.facts ? row('16px', TEXT, facts(body.facts)) : '',
    ...(body.lists ?? []).flatMap(listRows),
    body.quote ? row('16px', `${TEXT};white-space:pre-line`, escape(body.quote)) : '',
    body.button ? row('28px', '', button(body.button)) : '',
    body.code ? row('32px', TEXT, escape(body.code.introduction)) : '',
    body.code ? row('14px', '', code(body.code.value)) : '',
    body.footnote ? row('32px', NOTE, escape(body.footnote)) : '',
    row('36px', 'border-bottom:1px solid #c6c9c4;font-size:1px;line-height:1px', '&nbsp;'),
    row('14px', `${NOTE};padding-bottom:32px`, address(language)),
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(body.heading ?? body.preview)}</title><style>${PHONE}</style></head>
<body style="margin:0;padding:0;background:#e6e8e3">
<div style="display:none;max-height:0;overflow:hidden">${escape(body.preview)}</div>
${TABLE} width="100%" bgcolor="#e6e8e3"><tr><td align="center" style="padding:32px 12px">
${TABLE} width="560" style="width:100%;max-width:560px;background:#fbfbf9;border-top:4px solid #14181f">
${rows.filter(Boolean).join('\n')}
</table></td></tr></table></body></html>`;
}

function mark(language: Language): string {
  const [first = '', ...others] = companyWords[language].brand;
  return (
    `<span style="color:#14181f">${escape(first)}</span><span style="color:#8a5a22;font-weight:400">/</span>` +
    `<span style="color:#14181f">${escape(others.join(''))}</span>`
  );
}

/** Paragraphs and lines as they were typed: not every mail program keeps white space by a style. */
function letter(text: string): string[] {
  const paragraphs = text.split(/\n{2,}/);
  return paragraphs.map((lines, i) =>
    row(i === 0 ? '32px' : '16px', TEXT, escape(lines).replaceAll('\n', '<br>\n')),
  );
}

function facts(pairs: readonly MailFact[]): string {
  const rows = pairs.map(
    ([label, value, href]) =>
      `<tr><td style="padding:4px 16px 4px 0;vertical-align:top;${NOTE};overflow-wrap:normal">${escape(label)}</td>` +
      `<td style="padding:4px 0;${TEXT}">${linked(escape(value), href)}</td></tr>`,
  );
  return `${TABLE}>${rows.join('')}</table>`;
}

function button({ label, href }: { label: string; href: string }): string {
  const style = `display:inline-block;padding:17px 26px;${FONT};font-size:17px;line-height:1.3;font-weight:600;color:#f2f3ef;text-decoration:none`;
  return (
    `${TABLE}><tr><td bgcolor="#14181f"><a href="${escape(href)}" style="${style}">${escape(label)}</a></td>` +
    '<td width="3" style="font-size:1px">&nbsp;</td>' +
    '<td width="26" bgcolor="#8a5a22" style="font-size:1px">&nbsp;</td></tr></table>'
  );
}

function code(value: string): string {
  const style = `padding:14px 20px;border:1px solid #14181f;${FONT};font-size:20px;line-height:1.4;letter-spacing:2px;font-weight:500;color:#14181f`;
  return `${TABLE}><tr><td style="${style}">${escape(value)}</td></tr></table>`;
}

function address(language: Language): string {
  const { name, factory } = companyWords[language];
  return [name, factory.lines.join(', ')].map(escape).join('<br>');
}

function listText({ heading, note, entries, more }: MailList): string {
  const lines = entries.map(({ title, details, href }) => `- ${title}, ${details}\n  ${href}`);
  const last = more && `${more.label}: ${more.href}`;
  return [heading, note, ...lines, last].filter(Boolean).join('\n');
}

function listRows({ heading, note, entries, more }: MailList): string[] {
  return [
    row('28px', `${FONT};font-size:20px;line-height:1.3;color:#14181f`, escape(heading)),
    note ? row('4px', NOTE, escape(note)) : '',
    ...entries.map(({ title, details, href }) =>
      row('10px', NOTE, `${linked(escape(title), href)}<br>${escape(details)}`),
    ),
    more ? row('12px', NOTE, linked(escape(more.label), more.href)) : '',
  ];
}

function row(above: string, style: string, html: string): string {
  return `<tr><td class="pad" style="padding:${above} 40px 0;${style}">${html}</td></tr>`;
}

function linked(html: string, href: string | undefined): string {
  return href ? `<a href="${escape(href)}" style="color:#14181f">${html}</a>` : html;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

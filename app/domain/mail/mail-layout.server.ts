// Renders the two parts of a mail, plain text and HTML: one block after another, in the same order in both.
import { config } from '#app/config.server.ts';
import { getPathPrefix, type Language } from '#app/content/language.ts';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { getMailTexts } from '#app/content/texts/mail.server.ts';

export type MailFact = readonly [label: string, value: string, href?: string | undefined];

export interface MailList {
  heading: string;
  note?: string;
  entries: readonly { title: string; details: string; href: string }[];
  more?: { label: string; href: string };
}

export interface MailContent {
  subject: string;
  /** Shown in lists of mails after the subject. Without it mail programs show the first paragraph. */
  preview?: string;
  heading?: string;
  paragraphs?: readonly string[];
  facts?: readonly MailFact[];
  /** Paragraphs that follow the facts. */
  notes?: readonly string[];
  lists?: readonly MailList[];
  /** Text that a person has typed. Its line breaks stay. */
  message?: string;
  link?: { label: string; href: string };
  code?: { introduction: string; value: string };
  footnote?: string;
  /** A mail to a customer is signed in full, with the reference of the enquiry ("DRYS-13"). */
  reference?: string;
  /** The person who wrote the mail to a customer (DA-8). */
  signer?: MailSigner | undefined;
}

/** The signature leaves an empty role out, and has the company's phone if the signer has none. */
export interface MailSigner {
  name: string;
  role: string;
  phone: string;
}

interface Block {
  text: string;
  html: string;
}

function renderBlocks(content: MailContent, language: Language): Block[] {
  const { heading, paragraphs = [], facts, notes = [], lists = [] } = content;
  const { message, link, code, footnote, reference, signer } = content;
  const blocks: Block[] = [];
  const addText = (text: string, spaceAbovePx: number, style: string) =>
    blocks.push({ text, html: renderRow(spaceAbovePx, style, escape(text)) });

  if (heading) addText(heading, 16, HEADING);
  for (const paragraph of paragraphs) addText(paragraph, 16, TEXT);
  if (facts) {
    const html = renderRow(16, TEXT, renderFacts(facts));
    blocks.push({ text: facts.map(formatFact).join('\n'), html });
  }
  for (const note of notes) addText(note, 16, TEXT);
  for (const list of lists) blocks.push({ text: formatList(list), html: renderList(list) });

  if (message) {
    // In a mail to a customer staff have typed it. A visitor's text has no links in a mail of ours.
    const html = renderMessage(reference ? linkAddresses(message) : escape(message));
    blocks.push({ text: message, html });
  }
  if (link) {
    const html = renderRow(28, '', renderButton(link));
    blocks.push({ text: `${link.label}: ${link.href}`, html });
  }
  if (code) {
    const { introduction, value } = code;
    const rows = [renderRow(32, TEXT, escape(introduction)), renderRow(14, '', renderCode(value))];
    const { code: label } = getMailTexts(language);
    blocks.push({ text: `${introduction}\n${label}: ${value}`, html: rows.join('\n') });
  }
  if (footnote) addText(footnote, 32, NOTE);

  const { name, factory } = getCompanyTexts(language);
  const signature = reference
    ? buildCustomerSignature(reference, language, signer)
    : [name, ...factory.lines];
  // Mail programs know a signature by this line, which ends with a space (RFC 3676, 4.3).
  blocks.push({ text: ['-- ', ...signature].join('\n'), html: renderSignature(signature) });
  return blocks;
}

/** Returns the name in From of a mail that a person wrote, such as "Anna Xenou, DRYS Woodworking" (DA-8). */
export const formatFromName = ({ name }: MailSigner, language: Language): string =>
  `${name}, ${getCompanyTexts(language).name}`;

/**
 * Returns the lines of the signature: the signer, if there is one, the company, the reference, and last the facts that
 * law 4919/2022, art. 22, requires. Those of the sample company are marked as invented (P-14).
 */
export function buildCustomerSignature(
  reference: string,
  language: Language,
  signer?: MailSigner,
): string[] {
  const { name, factory, phone, hours, email, legal, sample } = getCompanyTexts(language);
  const texts = getMailTexts(language).signature;
  const sampleMark = sample?.mark ?? '';
  const signerLines = signer ? [signer.name, signer.role].filter(Boolean) : [];
  // The hours are those of the company's phone.
  const phoneLine = signer?.phone ? texts.phone(signer.phone, '') : texts.phone(phone, hours.text);

  return [
    ...signerLines,
    name,
    factory.lines.join(', '),
    phoneLine,
    `${email}, ${config().publicUrl}${getPathPrefix(language)}`,
    texts.reference(reference),
    texts.legal({
      name: `${legal.name}${sampleMark}`,
      form: legal.form,
      seat: legal.seat,
      gemi: `${legal.gemi}${sampleMark}`,
    }),
  ];
}

export function renderMailText(content: MailContent, language: Language): string {
  const blocks = renderBlocks(content, language);
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Returns a whole document: the content, escaped, in the order of renderBlocks, and last the signature. */
export function renderMailHtml(content: MailContent, language: Language): string {
  const rows = [
    renderRow(0, 'height:28px;line-height:28px;font-size:1px', '&nbsp;'),
    renderBrandRow(language),
    ...renderBlocks(content, language).map(({ html }) => html),
  ];

  const preview = content.preview
    ? `<div style="display:none;max-height:0;overflow:hidden">${escape(content.preview)}</div>\n`
    : '';

  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(content.subject)}</title><style>${PHONE_STYLES}</style></head>
<body style="margin:0;padding:0;background:#e6e8e3">
${preview}${TABLE} width="100%" bgcolor="#e6e8e3"><tr><td align="center" style="padding:32px 12px">
${TABLE} width="560" style="width:100%;max-width:560px;table-layout:fixed;background:#fbfbf9;border-top:4px solid #14181f">
${rows.join('\n')}
</table></td></tr></table></body></html>`;
}

// Classic Outlook shows Times New Roman if the first font is missing on the computer.
const FONT = "font-family:'Segoe UI','Helvetica Neue',Arial,sans-serif";
// `word-wrap` is for Outlook. `overflow-wrap: anywhere` also lets a table column be narrower than its longest word.
const BREAK_WORDS = 'word-wrap:break-word;word-break:break-word;overflow-wrap:anywhere';
const TEXT = 'font-size:17px;line-height:1.55;color:#14181f';
const NOTE = 'font-size:16px;line-height:1.5;color:#474d57';
const HEADING = 'font-size:30px;line-height:1.12;color:#14181f';
const LIST_HEADING = 'font-size:20px;line-height:1.3;color:#14181f';
const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';
const PHONE_STYLES =
  '@media (max-width:480px){.pad{padding-left:24px!important;padding-right:24px!important}' +
  '.fact{display:block!important;padding:0!important}.label{padding-top:8px!important}}';

function renderRow(spaceAbovePx: number, style: string, html: string): string {
  const cell = `padding:${spaceAbovePx}px 40px 0;${FONT};${BREAK_WORDS}`;
  return `<tr><td class="pad" style="${cell};${style}">${html}</td></tr>`;
}

function renderBrandRow(language: Language): string {
  const { brand } = getCompanyTexts(language);
  const [firstLetter = ''] = brand;
  const style =
    'padding-bottom:16px;font-size:22px;line-height:1;font-weight:700;letter-spacing:3px';
  const html =
    `<span style="color:#14181f">${escape(firstLetter)}</span>` +
    '<span style="color:#8a5a22;font-weight:400">/</span>' +
    `<span style="color:#14181f">${escape(brand.slice(firstLetter.length))}</span>`;
  return renderRow(0, style, html);
}

const TAB_SPACES = '    ';

/** Line breaks are elements, and spaces in a row are no-break spaces: Outlook ignores `white-space`. */
function renderMessage(html: string): string {
  const rows = html
    .replaceAll('\t', TAB_SPACES)
    .replace(/ (?= )/g, '&nbsp;')
    .split(/\n{2,}/)
    .map((lines) => renderRow(16, TEXT, lines.replaceAll('\n', '<br>\n')));
  return rows.join('\n');
}

function renderSignature(lines: readonly string[]): string {
  const rule = 'border-bottom:1px solid #c6c9c4;font-size:1px;line-height:1px';
  const html = lines.map(escape).join('<br>');
  return `${renderRow(36, rule, '&nbsp;')}\n${renderRow(14, `${NOTE};padding-bottom:32px`, html)}`;
}

function formatFact([label, value, href]: MailFact): string {
  return `${label}: ${value}${href ? ` (${href})` : ''}`;
}

function renderFacts(facts: readonly MailFact[]): string {
  const rows = facts.map(
    ([label, value, href]) =>
      `<tr><td class="fact label" style="padding:4px 16px 4px 0;vertical-align:top;${FONT};${NOTE};overflow-wrap:normal;word-break:normal">${escape(label)}</td>` +
      `<td class="fact" style="padding:4px 0;${FONT};${TEXT};${BREAK_WORDS}">${renderLink(escape(value), href)}</td></tr>`,
  );
  return `${TABLE}>${rows.join('')}</table>`;
}

function formatList({ heading, note, entries, more }: MailList): string {
  const lines = entries.map(({ title, details, href }) => `- ${title}, ${details}\n  ${href}`);
  const lastLine = more && `${more.label}: ${more.href}`;
  return [heading, note, ...lines, lastLine].filter(Boolean).join('\n');
}

function renderList({ heading, note, entries, more }: MailList): string {
  const rows = [
    renderRow(28, LIST_HEADING, escape(heading)),
    note ? renderRow(4, NOTE, escape(note)) : '',
    ...entries.map(({ title, details, href }) =>
      renderRow(10, NOTE, `${renderLink(escape(title), href)}<br>${escape(details)}`),
    ),
    more ? renderRow(12, NOTE, renderLink(escape(more.label), more.href)) : '',
  ];
  return rows.filter(Boolean).join('\n');
}

function renderButton({ label, href }: { label: string; href: string }): string {
  const style = `display:inline-block;padding:17px 26px;${FONT};font-size:17px;line-height:1.3;font-weight:600;color:#f2f3ef;text-decoration:none`;
  return (
    `${TABLE}><tr><td bgcolor="#14181f"><a href="${escape(href)}" style="${style}">${escape(label)}</a></td>` +
    '<td width="3" style="font-size:1px">&nbsp;</td>' +
    '<td width="26" bgcolor="#8a5a22" style="font-size:1px">&nbsp;</td></tr></table>'
  );
}

function renderCode(value: string): string {
  const style = `padding:14px 20px;border:1px solid #14181f;${FONT};font-size:20px;line-height:1.4;letter-spacing:2px;font-weight:500;color:#14181f`;
  return `${TABLE}><tr><td style="${style}">${escape(value)}</td></tr></table>`;
}

function renderLink(html: string, href: string | undefined): string {
  return href ? `<a href="${escape(href)}" style="color:#14181f">${html}</a>` : html;
}

// An address of a page, with the brackets in it but not the punctuation behind it, or an email.
const ADDRESS =
  /((?<![\p{L}\p{N}])(?:https?:\/\/|www\.)(?:\([^\s<>()"]*\)|[^\s<>()"])*(?:\([^\s<>()"]*\)|[\p{L}\p{N}/=_#-])|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,250}\.\p{L}{2,24})/iu;

/** Returns a text as HTML with links to the addresses in it: Outlook makes none. */
function linkAddresses(text: string): string {
  // Every second part is an address.
  const parts = text.split(ADDRESS).map((part, index) => {
    if (index % 2 === 0) return escape(part);
    if (/^https?:/i.test(part)) return renderLink(escape(part), part);
    const isEmail = /^[^/?#]+@/.test(part);
    return renderLink(escape(part), isEmail ? `mailto:${part}` : `https://${part}`);
  });
  return parts.join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

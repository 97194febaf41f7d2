import { FONT, NOTE, escape, linked, row } from './mail-parts.server.ts';

/** Links under a heading of their own, and where there are more. */
export interface MailList {
  heading: string;
  note?: string;
  entries: readonly { title: string; details: string; href: string }[];
  more?: { label: string; href: string };
}

/** A list in the plain-text part. */
export function listText({ heading, note, entries, more }: MailList): string {
  const lines = entries.map(({ title, details, href }) => `- ${title}, ${details}\n  ${href}`);
  const last = more && `${more.label}: ${more.href}`;
  return [heading, note, ...lines, last].filter(Boolean).join('\n');
}

/** The rows of a list in the HTML part. */
export function listRows({ heading, note, entries, more }: MailList): string[] {
  return [
    row('28px', `${FONT};font-size:20px;line-height:1.3;color:#14181f`, escape(heading)),
    note ? row('4px', NOTE, escape(note)) : '',
    ...entries.map(({ title, details, href }) =>
      row('10px', NOTE, `${linked(escape(title), href)}<br>${escape(details)}`),
    ),
    more ? row('12px', NOTE, linked(escape(more.label), more.href)) : '',
  ];
}

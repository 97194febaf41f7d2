// What the HTML of every mail is made of: tables and inline styles, as mail programs need them.

export const FONT =
  "font-family:'Commissioner Variable','Segoe UI','Helvetica Neue',Arial,sans-serif";
export const TEXT = `${FONT};font-size:17px;line-height:1.55;color:#14181f`;
export const NOTE = `${FONT};font-size:16px;line-height:1.5;color:#474d57;overflow-wrap:anywhere`;

/** A row of a mail with this much room above it. */
export function row(above: string, style: string, html: string): string {
  return `<tr><td class="pad" style="padding:${above} 40px 0;${style}">${html}</td></tr>`;
}

/** What is HTML already, as a link where there is somewhere to go. */
export function linked(html: string, href: string | undefined): string {
  return href ? `<a href="${escape(href)}" style="color:#14181f">${html}</a>` : html;
}

/** Text as HTML. */
export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

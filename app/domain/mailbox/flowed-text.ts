/**
 * Joins the lines of a text in `format=flowed` (RFC 3676) into paragraphs: a line that ends in a space continues in the
 * next line of the same quotation. With `delSp`, that space is removed.
 */
export function joinFlowedLines(text: string, delSp: boolean): string {
  const lines: string[] = [];
  let paragraph = null as { marks: string; text: string } | null;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)![0];
    // A sender puts a space in front of a line that begins with a space, with "From " or with its own ">".
    const content = line.slice(marks.length).replace(/^ /, '');

    const isSignature = content === '-- ';
    const continues = paragraph?.marks === marks && content !== '' && !isSignature;
    if (paragraph && !continues) lines.push(formatParagraph(paragraph));
    if (!paragraph || !continues) paragraph = { marks, text: '' };

    const isSoft = content.endsWith(' ') && !isSignature;
    paragraph.text += isSoft && delSp ? content.slice(0, -1) : content;
    if (isSoft) continue;
    lines.push(formatParagraph(paragraph));
    paragraph = null;
  }
  if (paragraph) lines.push(formatParagraph(paragraph));
  return lines.join('\n');
}

/** Keeps a space before the sender's own ">", so that it does not look like the mark of a quotation. */
function formatParagraph({ marks, text }: { marks: string; text: string }): string {
  if (marks !== '') return `${marks} ${text}`;
  return text.startsWith('>') ? ` ${text}` : text;
}

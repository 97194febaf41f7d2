interface Paragraph {
  /** The ">" of its quotation, '' for own text. */
  marks: string;
  text: string;
}

/**
 * Joins the lines of a text in `format=flowed` (RFC 3676) into paragraphs: a line that ends in a space continues in the
 * next line of the same quotation. With `delSp`, that space is removed.
 */
export function joinFlowedLines(text: string, delSp: boolean): string {
  const paragraphs: Paragraph[] = [];
  let openParagraph: Paragraph | undefined;

  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)![0];
    // A sender puts a space in front of a line that begins with a space, with "From " or with its own ">".
    const content = line.slice(marks.length).replace(/^ /, '');

    const isSignature = content === '-- ';
    const isContinuation = openParagraph?.marks === marks && content !== '' && !isSignature;
    if (!openParagraph || !isContinuation) {
      openParagraph = { marks, text: '' };
      paragraphs.push(openParagraph);
    }

    const hasSoftBreak = content.endsWith(' ') && !isSignature;
    openParagraph.text += hasSoftBreak && delSp ? content.slice(0, -1) : content;
    // A hard break ends the paragraph.
    if (!hasSoftBreak) openParagraph = undefined;
  }

  return paragraphs.map(formatParagraph).join('\n');
}

/** Keeps a space before the sender's own ">", so that it does not look like the mark of a quotation. */
function formatParagraph({ marks, text }: Paragraph): string {
  if (marks !== '') return `${marks} ${text}`;
  return text.startsWith('>') ? ` ${text}` : text;
}

// Converts HTML into plain text with everything that its reader saw (AN-4). It reads tag by tag and builds no tree: the
// tree that the rules of HTML prescribe for hostile tags grows with the square of their number (AN-7).
import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { MAILBOX } from '#app/domain/limits.ts';

const BLOCK_TAGS = new Set(
  'address article blockquote body caption center dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
const VOID_TAGS = new Set('area base br col embed hr img input link meta source wbr'.split(' '));
const ITEM_NUMBER = /^-?\d{1,6}$/;
const HIDDEN_TAGS = new Set(['script', 'style', 'template', 'title']);
// The contents of these elements are no HTML.
const TEXT_MODES: Readonly<Record<string, Tokenizer['state'] | undefined>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
};

/**
 * Returns the text of HTML. Marks quotations with `>`, struck text with `~~` and raised text with `^`, numbers the items
 * of numbered lists, divides the cells of a row with `|`, and writes the texts of pictures in brackets, and the targets
 * of links after their words unless these say them.
 */
export function convertHtmlToText(html: string): string {
  const converter = new HtmlConverter();
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag(token) {
        // The contents of some elements are text, not tags: the tokenizer must be told.
        tokenizer.state = TEXT_MODES[token.tagName] ?? tokenizer.state;
        converter.open(token);
      },
      onEndTag: ({ tagName }) => converter.close(tagName),
      onCharacter: ({ chars }) => converter.addText(chars),
      onWhitespaceCharacter: ({ chars }) => converter.addText(chars),
      // Nothing else has a text.
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );

  tokenizer.write(html, true);
  return converter.finish();
}

interface OpenElement {
  tag: string;
  isHidden: boolean;
  isPreformatted: boolean;
  isQuotation: boolean;
  isStruck: boolean;
  isRaised: boolean;
  /** Written before the first words of the element, and after its last ones. */
  markBefore: string;
  markAfter: string;
}

interface Line {
  text: string;
  quoteDepth: number;
  isPreformatted: boolean;
}

interface OpenRow {
  /** The number of open tables: a row ends where the next one of its table begins. */
  tableCount: number;
  linesBefore: Line[];
  cells: Line[][];
}

const DOCUMENT: OpenElement = {
  tag: '',
  isHidden: false,
  isPreformatted: false,
  isQuotation: false,
  isStruck: false,
  isRaised: false,
  markBefore: '',
  markAfter: '',
};

class HtmlConverter {
  readonly #elements: OpenElement[] = [];
  /** The number of open elements of each tag: an end tag without a start tag must not search through all elements. */
  readonly #openCounts = new Map<string, number>();
  readonly #rows: OpenRow[] = [];
  /** The number of the next item of each open list, null for a list without numbers. */
  readonly #nextNumbers: (number | null)[] = [];
  #link: { href: string; text: string } | null = null;
  #quoteDepth = 0;
  #lines: Line[] = [];
  /** The last line that is not empty. */
  #lastLine: Line | null = null;
  #lineText = '';
  #hasWords = false;
  /** Whether the last words were preformatted. */
  #isPreformatted = false;
  #endsInSpace = true;
  /** The marks of elements that have no text yet. */
  #pendingMarks = '';

  open({ tagName: tag, attrs }: Token.TagToken): void {
    const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
    this.#closeBefore(tag);
    if (tag === 'img') this.#addImage(attributes.get('alt') ?? '');
    if (VOID_TAGS.has(tag)) return;

    const element = createElement(tag, attributes, this.#elements.at(-1) ?? DOCUMENT);
    this.#elements.push(element);
    this.#openCounts.set(tag, this.#countOpen(tag) + 1);
    this.#pendingMarks += element.markBefore;
    if (element.isQuotation) this.#quoteDepth += 1;

    this.#startContents(tag, attributes);
  }

  #closeBefore(tag: string): void {
    // The end tags of paragraphs and rows may be missing.
    if (tag === 'p') this.close('p');
    if (tag === 'tr' && this.#isRowOfInnerTableOpen()) this.close('tr');

    if (tag === 'br') this.#breakLine();
    if (BLOCK_TAGS.has(tag)) this.#endLine();
  }

  #startContents(tag: string, attributes: ReadonlyMap<string, string>): void {
    switch (tag) {
      case 'a':
        this.#link = { href: attributes.get('href') ?? '', text: '' };
        return;
      case 'ol':
      case 'ul':
        this.#nextNumbers.push(getFirstNumber(tag, attributes));
        return;
      case 'li':
        this.#pendingMarks = this.#takeItemNumber(attributes.get('value'));
        return;
      case 'tr':
        return this.#openRow();
      case 'td':
      case 'th':
        return this.#openCell();
    }
  }

  /** Closes the newest element with this tag, and those within it. */
  close(tag: string): void {
    if (this.#countOpen(tag) === 0) return;
    for (let element = this.#elements.pop(); element; element = this.#elements.pop()) {
      this.#leave(element);
      if (element.tag === tag) return;
    }
  }

  addText(text: string): void {
    const { isHidden, isPreformatted } = this.#elements.at(-1) ?? DOCUMENT;
    if (isHidden) return;
    this.#isPreformatted = isPreformatted;
    if (!isPreformatted) return this.#addWords(text.replace(/[ \t\r\n\f]+/g, ' '));

    text.split(/\r?\n/).forEach((lineText, index) => {
      if (index > 0) this.#breakLine();
      this.#addPreformatted(lineText);
    });
  }

  finish(): string {
    for (let element = this.#elements.pop(); element; element = this.#elements.pop())
      this.#leave(element);
    this.#endLine();

    return this.#lines.map(formatLine).join('\n');
  }

  #leave({ tag, isQuotation, markBefore, markAfter }: OpenElement): void {
    this.#openCounts.set(tag, this.#countOpen(tag) - 1);

    // A mark and the target of a link follow the last words on their line.
    if (markBefore !== '') this.#closeMark(markBefore, markAfter);
    if (tag === 'a') this.#endLink();
    if (BLOCK_TAGS.has(tag)) this.#endLine();

    if (isQuotation) this.#quoteDepth -= 1;
    if (tag === 'p') this.#addLine('');
    if (tag === 'ol' || tag === 'ul') this.#nextNumbers.pop();
    if (tag === 'li') this.#pendingMarks = '';
    if (tag === 'tr') this.#closeRow();
  }

  #countOpen(tag: string): number {
    return this.#openCounts.get(tag) ?? 0;
  }

  #addWords(text: string): void {
    const words = this.#endsInSpace ? text.replace(/^ /, '') : text;
    if (words !== '') this.#addPreformatted(words);
  }

  #addPreformatted(text: string): void {
    this.#endsInSpace = text.endsWith(' ');
    if (this.#link) this.#link.text += text;
    if (text.trim() === '') {
      this.#lineText += text;
      return;
    }
    this.#lineText += this.#pendingMarks + text;
    this.#pendingMarks = '';
    this.#hasWords = true;
  }

  #addImage(alt: string): void {
    if (alt.trim() !== '') this.addText(`[${alt.trim()}]`);
  }

  #breakLine(): void {
    if (!this.#hasWords) this.#addLine('');
    this.#endLine();
  }

  #endLine(): void {
    if (this.#hasWords) this.#lastLine = this.#addLine(this.#lineText.trimEnd());
    this.#lineText = '';
    this.#hasWords = false;
    this.#endsInSpace = true;
  }

  #addLine(text: string): Line {
    const line = { text, quoteDepth: this.#quoteDepth, isPreformatted: this.#isPreformatted };
    this.#lines.push(line);
    return line;
  }

  /** Adds a text after the last words, which may have ended their line. */
  #addAfterWords(text: string): void {
    if (!this.#hasWords && this.#lastLine) {
      this.#lastLine.text += text;
      return;
    }
    this.#lineText += text;
    this.#hasWords = true;
    this.#endsInSpace = false;
  }

  /** Leaves out the marks of an element without text. */
  #closeMark(markBefore: string, markAfter: string): void {
    if (this.#pendingMarks.endsWith(markBefore))
      this.#pendingMarks = this.#pendingMarks.slice(0, -markBefore.length);
    else if (markAfter !== '') this.#addAfterWords(markAfter);
  }

  /** Writes where a link leads after its words, unless they say it. */
  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (!link || !/^(https?|ftp|mailto|tel):/i.test(link.href)) return;
    if (simplifyLink(link.text).includes(simplifyLink(link.href))) return;

    const target = link.href.replace(/^(mailto|tel):/i, '').replace(/\s+/g, '');
    const isAfterSpace = this.#hasWords && this.#endsInSpace;
    this.#addAfterWords(isAfterSpace ? `(${target})` : ` (${target})`);
  }

  /** Returns '' for an item of a list without numbers. */
  #takeItemNumber(value = ''): string {
    // Null in a list without numbers, undefined outside of lists.
    const nextNumber = this.#nextNumbers.at(-1);
    if (nextNumber === null) return '';

    // An item may say its own number, even outside of a list.
    const number = ITEM_NUMBER.test(value) ? Number(value) : nextNumber;
    if (number === undefined) return '';
    this.#nextNumbers.splice(-1, 1, number + 1);
    return `${number}. `;
  }

  #isRowOfInnerTableOpen(): boolean {
    return this.#rows.at(-1)?.tableCount === this.#countOpen('table');
  }

  #openRow(): void {
    if (this.#rows.length >= MAILBOX.nestedTables) return;
    const tableCount = this.#countOpen('table');
    // Words outside of the cells stand above them in a browser too.
    this.#rows.push({ tableCount, linesBefore: this.#lines, cells: [] });
  }

  /** Collects the lines of each cell on their own: only the end of the row tells how they are written. */
  #openCell(): void {
    if (!this.#isRowOfInnerTableOpen()) return;
    this.#lines = [];
    this.#rows.at(-1)!.cells.push(this.#lines);
  }

  #closeRow(): void {
    if (!this.#isRowOfInnerTableOpen()) return;
    const { linesBefore, cells } = this.#rows.pop()!;
    const rowLines = formatRow(cells);

    this.#lines = linesBefore;
    for (const line of rowLines) this.#lines.push(line);
    this.#lastLine = rowLines.findLast(isFilled) ?? this.#lastLine;
  }
}

/** Writes a space before the sender's own ">", which would look like the mark of a quotation. */
function formatLine({ text, quoteDepth, isPreformatted }: Line): string {
  const isOwnMark = quoteDepth === 0 && !isPreformatted && text.startsWith('>');
  const marks = isOwnMark ? ' ' : '> '.repeat(Math.min(quoteDepth, MAILBOX.quoteLevels));
  return `${marks}${text}`.trimEnd();
}

const isFilled = ({ text }: Line) => text !== '';

/** Writes cells of one line each next to each other, others below each other. */
function formatRow(cells: readonly Line[][]): Line[] {
  const hasCellOfSeveralLines = cells.some((lines) => lines.filter(isFilled).length > 1);
  if (hasCellOfSeveralLines) return cells.flat();

  const filledLines = cells.flat().filter(isFilled);
  const [firstLine] = filledLines;
  if (!firstLine) return [];
  if (filledLines.length === 1) return [firstLine];

  // An empty cell keeps its column.
  const texts = cells.map((lines) => lines.find(isFilled)?.text ?? '');
  return [{ ...firstLine, text: texts.join(' | ').trim() }];
}

function createElement(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  parent: OpenElement,
): OpenElement {
  const style = attributes.get('style') ?? '';
  const isStruck = ['s', 'strike', 'del'].includes(tag) || /line-through/i.test(style);
  const isRaised = tag === 'sup';

  const beginsStruck = isStruck && !parent.isStruck;
  const beginsRaised = isRaised && !parent.isRaised;

  return {
    tag,
    isHidden: parent.isHidden || HIDDEN_TAGS.has(tag),
    isPreformatted: isPreformatted(tag, style) ?? parent.isPreformatted,
    isQuotation: tag === 'blockquote' && !isIndentation(attributes),
    isStruck: parent.isStruck || isStruck,
    isRaised: parent.isRaised || isRaised,
    markBefore: `${beginsStruck ? '~~' : ''}${beginsRaised ? '^' : ''}`,
    markAfter: beginsStruck ? '~~' : '',
  };
}

/** Returns null if neither the tag nor the style decides it. */
function isPreformatted(tag: string, style: string): boolean | null {
  const [, whiteSpace] = /white-space\s*:\s*([a-z-]+)/i.exec(style) ?? [];
  if (whiteSpace) return /^(pre|break-spaces)/i.test(whiteSpace);
  return tag === 'pre' || tag === 'textarea' ? true : null;
}

/** Gmail's button "Indent more" puts the sender's own words into a blockquote without a border. */
function isIndentation(attributes: ReadonlyMap<string, string>): boolean {
  const isMarkedAsQuotation =
    attributes.get('type') === 'cite' || /quote/i.test(attributes.get('class') ?? '');
  return !isMarkedAsQuotation && /border\s*:\s*(none|0)/i.test(attributes.get('style') ?? '');
}

function getFirstNumber(tag: string, attributes: ReadonlyMap<string, string>): number | null {
  if (tag === 'ul') return null;
  const start = attributes.get('start') ?? '';
  return ITEM_NUMBER.test(start) ? Number(start) : 1;
}

/** Returns a link without what people leave out when they write it: the protocol, spaces and a slash at its end. */
function simplifyLink(link: string): string {
  const address = link.replace(/\s+/g, '').replace(/^(https?:\/\/|ftp:\/\/|mailto:|tel:)/i, '');
  return address.replace(/\/$/, '').toLowerCase();
}

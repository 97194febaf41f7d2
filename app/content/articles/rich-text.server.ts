import {
  getDefaults,
  Lexer,
  Parser,
  Renderer,
  Tokenizer,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { config } from '#app/config.server.ts';
import { getPathLanguage, getPathPrefix, type Language } from '#app/content/language.ts';
import { FEED_PATH } from '#app/content/texts/site.server.ts';

const INLINE_TAGS = ['a', 'br', 'em', 'strong'] as const;
const TEXT_TAGS = ['h2', 'h3', 'h4', 'p'] as const;
const CONTAINER_TAGS = ['blockquote', 'li', 'ol', 'ul'] as const;
const ALLOWED_TAGS: readonly string[] = [...INLINE_TAGS, ...TEXT_TAGS, ...CONTAINER_TAGS];

// The page's own title is its first heading; smaller ones than these look like text.
const REPLACEMENT_TAGS: Readonly<Record<string, RichTag>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

// These are removed with their contents. Of any other element that is not allowed, the text stays.
const DROPPED_TAGS = new Set(
  'script style template svg math iframe object embed noscript textarea title select xmp noembed noframes'.split(
    ' ',
  ),
);

// A text of 10,000 characters made of two-letter list items needs half of this. HTML with unclosed
// elements, which the parser reopens in each paragraph, exceeds it at once.
const MAX_ELEMENTS = 10_000;
// Nested lists and quotes in Markdown need up to 30.
const MAX_ELEMENT_DEPTH = 60;
const MAX_MARKDOWN_DEPTH = 10;
// At each mark the lexer searches the paragraph for a closing one, which takes quadratic time.
const MAX_MARKS_PER_PARAGRAPH = 500;
const MAX_UNDERLINED_LINES = 20;

type RichTag =
  (typeof INLINE_TAGS)[number] | (typeof TEXT_TAGS)[number] | (typeof CONTAINER_TAGS)[number];

export type RichNode = string | RichElement;

interface RichElement {
  tag: RichTag;
  href?: string;
  /** The first number of an ordered list that does not begin with 1. */
  start?: number;
  children: RichNode[];
}

/** Keeps text as plain text where its markup is nested too deeply or is too dense (security model 1.11). */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.#nest(text, tokens, () => super.blockTokens(text, tokens, isClipped));
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const isDense = (text.match(/[*_~[\]<`]/g)?.length ?? 0) > MAX_MARKS_PER_PARAGRAPH;
    if (isDense) return pushPlainText(tokens, text);
    return this.#nest(text, tokens, () => super.inlineTokens(text, tokens));
  }

  #nest(text: string, tokens: Token[], readTokens: () => Token[]): Token[] {
    if (this.#depth === MAX_MARKDOWN_DEPTH) return pushPlainText(tokens, text);
    this.#depth++;
    try {
      return readTokens();
    } finally {
      this.#depth--;
    }
  }
}

/** Leaves as typed what articles do not have: deleted text, indented code and footnotes. */
class ArticleTokenizer extends Tokenizer {
  /** The signs of `1~3` and `~~900~~` stay. */
  override del(): undefined {
    return undefined;
  }

  /** Asterisks between digits are signs of multiplication and powers: `200*90*3`, `2**3`. */
  override emStrong(text: string, maskedText: string, previousCharacter = '') {
    const isBetweenDigits = /[\d*]/.test(previousCharacter) && /^\*+\d/.test(text);
    return isBetweenDigits ? undefined : super.emStrong(text, maskedText, previousCharacter);
  }

  /** A paragraph that begins with a tab is a paragraph. */
  override code(): undefined {
    return undefined;
  }

  /** Without this, the note `[^1]: Oak` becomes the address of a link. */
  override def(text: string) {
    return text.trimStart().startsWith('[^') ? undefined : super.def(text);
  }

  /** Reads an underlined heading. At each line of a list item, the pattern scans all lines that follow. */
  override lheading(text: string) {
    return super.lheading(text.split('\n', MAX_UNDERLINED_LINES).join('\n'));
  }
}

/** Renders tables and fenced text as paragraphs that keep their lines. */
class ArticleRenderer extends Renderer {
  override table({ header, rows }: Tokens.Table): string {
    const lines = [header, ...rows].map((cells) =>
      cells.map(({ tokens }) => this.parser.parseInline(tokens)).join(' | '),
    );
    return `<p>${lines.join('<br>')}</p>\n`;
  }

  override code({ text }: Tokens.Code): string {
    return `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>\n`;
  }
}

function pushPlainText(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false });
  return tokens;
}

/** The bullets that word processors copy; the last two are those of Word's fonts, as a PDF has them. */
const BULLET = /^([ \t]*)[•‣▪◦·●○■\uf0b7\uf0a7][^\S\n]+/gm;

/** Longer than any word or link: the lexer scans the whole run again at each of its characters. */
const LONG_RUN = /\S{1500}(?=\S)/gu;

/** Parses Markdown to safe nodes (PB-6), and never throws: a text that cannot be parsed becomes plain paragraphs. */
export function parseMarkdown(text: string): RichNode[] {
  const bounded = text.replace(BULLET, '$1- ').replace(LONG_RUN, '$& ');
  const options = createOptions();
  try {
    return parseRichText(Parser.parse(new BoundedLexer(options).lex(bounded), options));
  } catch {
    // A text that the parser refuses must not break its page.
    const paragraphs = bounded.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
    return paragraphs.map((paragraph) => ({ tag: 'p', children: [paragraph] }));
  }
}

/** Parses links and emphasis in one line, such as a caption. The signs of headings and lists stay. Never throws. */
export function parseMarkdownLine(line: string): RichNode[] {
  const options = createOptions();
  // A caption is too short to need the bound of LONG_RUN.
  try {
    const html = Parser.parseInline(new BoundedLexer(options).inlineTokens(line), options);
    // HTML that was typed may close the paragraph, so there may be several nodes.
    const nodes = parseRichText(`<p>${html}</p>`);
    return nodes.flatMap((node) =>
      typeof node === 'object' && node.tag === 'p' ? node.children : node,
    );
  } catch {
    return [line];
  }
}

const createOptions = () => {
  const tokenizer = new ArticleTokenizer();
  const renderer = new ArticleRenderer();
  // A line break of the field is seen on the page: word processors copy one between paragraphs.
  return { ...getDefaults(), breaks: true, tokenizer, renderer };
};

/**
 * Parses untrusted HTML to safe nodes, nested as HTML allows, so that a browser parses the rendered HTML to the same
 * tree. Of any other element the text stays, except of those such as scripts. Throws when there are too many elements
 * or they are nested too deeply.
 */
export function parseRichText(html: string): RichNode[] {
  let elementCount = 0;
  // Counts while it parses: the whole tree could be too large for the memory.
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...args) {
      elementCount++;
      if (elementCount > MAX_ELEMENTS) throw new Error('too many elements');
      return defaultTreeAdapter.createElement(...args);
    },
  };
  return readNodes(parseFragment(html, { treeAdapter }).childNodes);
}

type ParsedNode = DefaultTreeAdapterTypes.ChildNode;

function readNodes(nodes: ParsedNode[], parents: RichTag[] = [], depth = 0): RichNode[] {
  if (depth > MAX_ELEMENT_DEPTH) throw new Error('elements nested too deeply');
  return nodes.flatMap((node) => readNode(node, parents, depth + 1));
}

function readNode(node: ParsedNode, parents: RichTag[], depth: number): RichNode[] {
  if ('value' in node) return isBetweenBlocks(node.value, parents) ? [] : [node.value];
  if (!('tagName' in node) || DROPPED_TAGS.has(node.tagName)) return [];

  const tag = REPLACEMENT_TAGS[node.tagName] ?? node.tagName;
  const getAttribute = (attributeName: string) =>
    node.attrs.find(({ name }) => name === attributeName)?.value;
  const href = tag === 'a' ? sanitizeHref(getAttribute('href')) : undefined;
  const isDeadAnchor = tag === 'a' && href === undefined;

  // An element that is not allowed here is dropped, and its contents stay.
  if (!isAllowed(tag) || !canNest(tag, parents) || isDeadAnchor)
    return readNodes(node.childNodes, parents, depth);

  const element: RichElement = {
    tag,
    children: readNodes(node.childNodes, [...parents, tag], depth),
  };
  if (href !== undefined) element.href = href;

  const start = tag === 'ol' ? (getAttribute('start') ?? '') : '';
  if (/^\d{1,9}$/.test(start) && Number(start) !== 1) element.start = Number(start);
  return [element];
}

/** Returns whether the text is only the line end between two elements of a list, a quote or the root. */
function isBetweenBlocks(text: string, parents: RichTag[]): boolean {
  const parent = parents.at(-1);
  const isAmongBlocks = parent === undefined || ['blockquote', 'ol', 'ul'].includes(parent);
  // A pattern such as /^\s*\n\s*$/ takes quadratic time for line ends before a word.
  return isAmongBlocks && text.includes('\n') && text.trim() === '';
}

function isAllowed(tag: string): tag is RichTag {
  return ALLOWED_TAGS.includes(tag);
}

const isOneOf = (tags: readonly string[], tag: string) => tags.includes(tag);

function canNest(tag: RichTag, parents: RichTag[]): boolean {
  const parent = parents.at(-1);
  // The parser reopens an unclosed inline element in each paragraph, inside itself.
  if (isOneOf(INLINE_TAGS, tag) && parents.includes(tag)) return false;
  if (parent === 'ul' || parent === 'ol') return tag === 'li';
  if (tag === 'li') return false;
  if (isOneOf(INLINE_TAGS, tag)) return true;
  const isInsideText = parents.some((name) => isOneOf([...INLINE_TAGS, ...TEXT_TAGS], name));
  return !isInsideText;
}

// Stricter than hasEmailSyntax of the domain: "www.tiktok.com/@drys.wood" is no email.
// In linear time: a label of the host has no dot.
const EMAIL = /^[^\s/?#:@]+@[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)+$/;

function sanitizeHref(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  if (/^#[\w-]+$/.test(raw)) return raw;
  // The address of a page, copied from the browser, is its path: it follows the language, and loads no document.
  const { publicUrl } = config();
  const url = URL.parse(addScheme(raw), publicUrl);
  if (url === null || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol))
    return undefined;
  return url.origin === publicUrl ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

/** Completes a host and an email as people type them: a browser would look for a page of this site with that name. */
function addScheme(href: string): string {
  if (EMAIL.test(href)) return `mailto:${href}`;
  return /^www\./i.test(href) ? `https://${href}` : href;
}

/** What completes the path of a page to a URL. */
export interface Site {
  origin: string;
  language: Language;
}

/** Renders nodes as HTML outside of a page, such as in a feed: links to the site get its origin and language. */
export function renderRichHtml(nodes: readonly RichNode[], site: Site): string {
  return nodes.map((node) => renderNode(node, site)).join('');
}

/** Escapes a text for HTML or XML, also in attributes with double quotes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function renderNode(node: RichNode, site: Site): string {
  if (typeof node === 'string') return escapeMarkup(node);
  const { tag, href, start, children } = node;
  if (tag === 'br') return '<br>';
  const { origin, language } = site;
  const url = href?.startsWith('/') ? origin + localizePath(href, language) : href;
  const hrefAttribute = url === undefined ? '' : ` href="${escapeMarkup(url)}"`;
  const startAttribute = start === undefined ? '' : ` start="${start}"`;
  return `<${tag}${hrefAttribute}${startAttribute}>${renderRichHtml(children, site)}</${tag}>`;
}

/**
 * Adds the prefix of the language to the path of a page or of the feed that has none. Returns the path of a file as it is.
 */
export function localizePath(path: string, language: Language): string {
  const pathname = path.replace(/[?#].*$/, '');
  // No slug has a dot; a PDF has one path for all languages.
  const isFile = /\.\w+$/.test(pathname) && pathname !== FEED_PATH;
  if (isFile || getPathLanguage(pathname) === language) return path;
  // The home page is "/el", without a slash at the end: "/#clients" becomes "/el#clients".
  return getPathPrefix(language) + path.replace(/^\/(?=$|[?#])/, '');
}

interface MarkdownItems {
  /** The nodes before the first item. */
  intro: RichNode[];
  items: { title: string; nodes: RichNode[] }[];
}

/** Parses Markdown to items: a level-3 heading starts each and is its title. Never throws. */
export function parseMarkdownItems(text: string): MarkdownItems {
  const intro: RichNode[] = [];
  const items: MarkdownItems['items'] = [];
  let nodes = intro;
  for (const node of parseMarkdown(text)) {
    if (typeof node === 'object' && node.tag === 'h3') {
      nodes = [];
      items.push({ title: toPlainText(node.children), nodes });
    } else {
      nodes.push(node);
    }
  }
  return { intro, items };
}

function toPlainText(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : toPlainText(node.children)))
    .join('');
}

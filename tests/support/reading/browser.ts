import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** Its text, without scripts and styles. */
  readonly text: string;
  /** Return the elements of a selector, their texts, and the values of an attribute. */
  all(selector: string): Element[];
  texts(selector: string): string[];
  values(selector: string, key: string): string[];
  location: string | null;
  /** Status and Location: "303 /admin". */
  outcome: string;
  url: string;
  /** The request, to be repeated after a redirect with status 307. */
  requestInit: RequestInit;
}

/** A browser without JavaScript: keeps cookies, follows redirects on request, fills forms by field name. */
export class PlainBrowser {
  readonly #site: string;
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;

  constructor(site: string, headers: Record<string, string> = {}) {
    this.#site = site;
    this.headers = headers;
  }

  get(path: string): Promise<Page> {
    return this.#send(path, {});
  }

  post(path: string, fields: Record<string, string> | [string, string][]): Promise<Page> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  postParts(path: string, body: FormData): Promise<Page> {
    return this.#send(path, { method: 'POST', body });
  }

  /** Posts a form of the page with these fields filled in and all others unchanged. */
  submit(page: Page, fields: Record<string, string>, form = 0): Promise<Page> {
    const chosenForm = forms(page.html)[form];
    if (!chosenForm) throw new Error(`no form ${form} on ${page.url}`);
    return this.post(chosenForm.action ?? page.url, { ...chosenForm.fields, ...fields });
  }

  /** Posts the form for files as multipart/form-data. With `pause`, the last part is sent after it. */
  async attach(
    page: Page,
    fields: Record<string, string>,
    files: readonly File[],
    pause?: () => Promise<void>,
  ): Promise<Page> {
    const pageForms = forms(page.html);
    const fileForm =
      pageForms.find(({ fields: formFields }) => 'files' in formFields) ?? pageForms[0];
    if (!fileForm) throw new Error(`no form on ${page.url}`);
    const body = new FormData();
    const { files: _, ...textFields } = { ...fileForm.fields, ...fields };
    for (const [name, value] of Object.entries(textFields)) body.set(name, value);
    for (const file of files) body.append('files', file);
    return this.#send(fileForm.action ?? page.url, {
      method: 'POST',
      ...(pause ? await splitBody(body, pause) : { body }),
    });
  }

  /** Posts the form with this intent or action; the last part of its path is enough. */
  submitTo(page: Page, address: string, fields: Record<string, string> = {}): Promise<Page> {
    return this.submit(page, fields, formTo(page, address));
  }

  /** The value of the Cookie header. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Follows the redirect of a response. */
  follow(page: Page): Promise<Page> {
    const { location, status, url } = page;
    if (!location) throw new Error(`${url} answered ${status} without a Location`);
    return status === 307 ? this.#send(location, page.requestInit) : this.get(location);
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const url = new URL(path, this.#site);
    const { cookie } = this;
    const response = await fetch(this.#site + url.pathname + url.search, {
      redirect: 'manual',
      ...init,
      // A kept connection could be closed by the server just as the next request is sent.
      headers: {
        connection: 'close',
        ...this.headers,
        ...init.headers,
        ...(cookie ? { cookie } : {}),
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const { status, headers } = response;
    const html = await response.text();
    // React can send a part of a page in a hidden element, for a script to put into its place.
    if (html.includes('<div hidden id="S:')) throw new Error(`${path}: a part waits for a script`);
    const location = headers.get('location');
    return {
      status,
      headers,
      html,
      get text() {
        return textOf(html);
      },
      all: (selector) => elements(html, selector),
      texts: (selector) => texts(html, selector),
      values: (selector, key) => values(html, selector, key),
      location,
      outcome: `${status} ${location ?? ''}`,
      url: url.pathname + url.search,
      requestInit: init,
    };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Returns a request body that sends its last part after `pause`. */
async function splitBody(form: FormData, pause: () => Promise<void>): Promise<RequestInit> {
  const response = new Response(form);
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  const cut = bytes.lastIndexOf('Content-Disposition');
  async function* pieces() {
    yield bytes.subarray(0, cut);
    await pause();
    yield bytes.subarray(cut);
  }
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { body: pieces() as never, headers, duplex: 'half' } as RequestInit;
}

interface FoundForm {
  action: string | undefined;
  fields: Record<string, string>;
}

/** Returns the POST forms of a page in order, with their initial values. */
export function forms(html: string): FoundForm[] {
  return elements(html, 'form[method=post]').map((form) => ({
    action: attribute(form, 'action'),
    fields: readFields(form),
  }));
}

/** Returns the index of the form with this intent or action; the last part of its path is enough. */
export function formTo(page: Page, address: string): number {
  const isIt = (path: string) => path === address || path.endsWith(`/${address}`);
  const index = forms(page.html).findIndex(
    ({ action = '', fields }) => fields['intent'] === address || isIt(action.split(/[?#]/)[0]!),
  );
  if (index < 0) throw new Error(`no form to ${address} on ${page.url}`);
  return index;
}

/**
 * Returns the elements of a page or an element that a CSS selector selects, in document order: tag names, attributes and
 * lists of them, such as 'input[name=files], details[open]'.
 */
export function elements(root: string | Node, selector: string): Element[] {
  const matchers = selector.split(', ').map(createMatcher);
  return listDescendants(getRoot(root)).filter((element) =>
    matchers.some((matches) => matches(element)),
  );
}

function createMatcher(selector: string): (element: Element) => boolean {
  const [tag] = /^[\w-]*/.exec(selector)!;
  const attributes = [...selector.matchAll(/\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g)];
  return (element) =>
    (tag === '' || element.tagName === tag) &&
    attributes.every(([, name, value]) => {
      const actual = attribute(element, name!);
      return value === undefined ? actual !== undefined : actual === value;
    });
}

/** Returns the texts of the selected elements. */
export const texts = (root: string | Node, selector: string): string[] =>
  elements(root, selector).map((element) => textOf(element));

/** Returns the values of an attribute of the selected elements. */
export const values = (root: string | Node, selector: string, key: string): string[] =>
  elements(root, selector).flatMap((element) => attribute(element, key) ?? []);

/** Caches parsed pages, because a test reads the same page many times. */
const parsedPages = new Map<string, Node>();
let maxParsedPages = 20;

/** Keeps every page parsed, for a test file that reads all pages of the site in each test. */
export function keepAllPagesParsed(): void {
  maxParsedPages = Infinity;
}

function getRoot(source: string | Node): Node {
  if (typeof source !== 'string') return source;
  const parsedPage = parsedPages.get(source);
  if (parsedPage) return parsedPage;
  if (parsedPages.size > maxParsedPages) parsedPages.clear();
  const page = parse(source);
  parsedPages.set(source, page);
  return page;
}

/** Returns title, meta and canonical values of the head by name. Throws if a name occurs twice. */
export function headOf(html: string): Map<string, string> {
  const head = elements(html, 'head')[0]!;
  const entries: [string, string][] = [
    ...texts(head, 'title').map((title): [string, string] => ['title', title]),
    ...elements(head, 'meta').map((element): [string, string] => [
      attribute(element, 'name') ?? attribute(element, 'property') ?? 'charset',
      attribute(element, 'content') ?? '',
    ]),
    ...values(head, 'link[rel=canonical]', 'href').map((href): [string, string] => [
      'canonical',
      href,
    ]),
  ];
  const valuesByName = new Map(entries);
  if (valuesByName.size < entries.length)
    throw new Error(`a name occurs twice in the head: ${entries}`);
  return valuesByName;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** Returns the text of an element or page with collapsed white space. */
export function textOf(node: Node | string): string {
  return getRawText(getRoot(node)).replace(/\s+/g, ' ').trim();
}

function getRawText(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (node.nodeName === 'script' || node.nodeName === 'style') return '';
  return 'childNodes' in node ? node.childNodes.map(getRawText).join('') : '';
}

/** Caches the descendants of nodes; parsed pages never change. */
const descendantsByNode = new WeakMap<Node, Element[]>();

function listDescendants(node: Node): Element[] {
  const cachedDescendants = descendantsByNode.get(node);
  if (cachedDescendants) return cachedDescendants;
  const elements: Element[] = [];
  const walk = (parent: Node) => {
    for (const child of 'childNodes' in parent ? parent.childNodes : []) {
      if ('tagName' in child) elements.push(child);
      walk(child);
    }
  };
  walk(node);
  descendantsByNode.set(node, elements);
  return elements;
}

/** Returns the values of the controls within an element, by name. */
export function readFields(form: Element): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const element of listDescendants(form)) {
    const name = attribute(element, 'name');
    if (!name) continue;
    if (element.tagName === 'textarea') fields[name] = getRawText(element);
    else if (element.tagName === 'select') fields[name] = getSelectedValue(element);
    else if (element.tagName === 'input') fields[name] = attribute(element, 'value') ?? '';
  }
  return fields;
}

function getSelectedValue(select: Element): string {
  const [firstOption] = elements(select, 'option');
  const selectedOption = elements(select, 'option[selected]')[0] ?? firstOption;
  return selectedOption ? (attribute(selectedOption, 'value') ?? textOf(selectedOption)) : '';
}
